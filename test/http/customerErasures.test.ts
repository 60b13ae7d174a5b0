import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import type { SqlError } from "effect/sql"
import { parseId, uuidOf } from "../../src/domain/Ids.ts"
import * as SqlCustomerErasureStore from "../../src/sql/customers/SqlCustomerErasureStore.ts"
import { Database } from "../../src/sql/Database.ts"
import { CustomerErasureStore } from "../../src/tickets/customers/CustomerErasureStore.ts"
import { askBrand as ask, assertOnce, auditOf, signedIn } from "../support/configuring.ts"
import { channelOf } from "../support/customChannel.ts"
import { neighbour } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { untilAwaited } from "../support/untilAwaited.ts"

const parsed = (id: string) => Option.getOrThrow(parseId("customer", id))

let serial = 0

/** The whole database as text: a word that is not in it is nowhere. */
const whereIs = Effect.fnUntraced(function* (word: string) {
  const { system } = yield* Database
  const tables = yield* system<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not in ('receipts')`
  const found: Array<string> = []
  for (const { name } of tables) {
    const [row] = yield* system.unsafe<{ there: boolean }>(
      `select exists (select from ${name} t where strpos(lower(t::text), lower($1)) > 0) as there`,
      [word]
    )
    if (row?.there === true) found.push(name)
  }
  return found
}, Effect.orDie)

/** Does everything that is due for erased customers. */
const forgotten = Effect.gen(function* () {
  const { forget } = yield* CustomerErasureStore
  while ((yield* forget) > 0);
}).pipe(Effect.provide(SqlCustomerErasureStore.layer), Effect.orDie)

layer(site(), { excludeTestServices: true })("Customers who are erased", (it) => {
  const known = Effect.fnUntraced(function* (body: object = {}) {
    const answer = yield* ask("POST", "/customers", { body: { email: `gone-${++serial}@north.example`, ...body } })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.json
  })

  it.effect("are counted first, and leave tickets that reveal nothing about them", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const former = yield* known({ name: "Former Zanzibar" })
      const person = yield* known({
        name: "Quentin Xylander",
        phone: "+15550177",
        externalId: "shop-xylander",
        metadata: { street: "Xylanderweg 3" }
      })
      yield* ask("POST", `/customers/${person.id}/merge`, { body: { sourceCustomerIds: [former.id] } })
      const ticket = (yield* ask("POST", "/tickets", {
        body: {
          title: "Xylander cannot sign in",
          body: "My name is Xylander",
          customerId: person.id,
          customFields: { street: "Xylanderweg 3" },
          metadata: { note: "xylander" },
          priority: "high",
          tags: ["login"]
        }
      })).json
      const path = `/tickets/${ticket.id}`
      const form = new FormData()
      form.append("file", new File(["xylander"], "xylander.txt", { type: "text/plain" }))
      const request = new Request("http://form.example", { method: "POST", body: form })
      const uploaded = yield* ask("POST", `${path}/attachments/upload`, {
        headers: { "content-type": request.headers.get("content-type") ?? "" },
        body: new Uint8Array(yield* Effect.promise(() => request.arrayBuffer()))
      })
      assert.strictEqual(uploaded.status, 201, uploaded.text)
      const said = (body: object) => ask("POST", `${path}/comments`, { body })
      yield* said({ body: "Yours, Xylander", authorType: "CUSTOMER", authorName: "Xylander" })
      yield* said({ body: "It is me", authorType: "CUSTOMER", authorId: "xylander@home.example" })
      yield* said({ body: "Have you tried again?", cc: ["cc@xylander.example"] })
      yield* said({ body: "Looks like the cache", isInternal: true })
      yield* ask("POST", "/portal/token", { body: { customerEmail: person.email } })

      const erase = (query = "") => ask("POST", `/customers/${person.id}/erase${query}`)
      const counted = { customerId: person.id, ticketCount: 1, commentCount: 2, attachmentCount: 1 }
      assert.deepStrictEqual((yield* erase()).json, { ...counted, erasedAt: null })
      assert.strictEqual((yield* ask("GET", `/customers/${person.id}`)).json.name, "Quentin Xylander")
      const erased = yield* erase("?confirm=true")
      assert.deepInclude(erased.json, counted)
      assert.isString(erased.json.erasedAt)
      assert.strictEqual((yield* erase()).status, 404)
      const listed = (yield* ask("GET", `/tickets?customerId=${person.id}`)).json.data[0]
      assert.notInclude(JSON.stringify([listed.customerEmail, listed.customerName ?? null]), "north")

      yield* forgotten
      for (const word of ["xylander", "zanzibar", person.email, former.email, "15550177"])
        assert.deepStrictEqual(yield* whereIs(word), [], word)
      const kept = (yield* ask("GET", path)).json
      assert.deepInclude(kept, { title: "[erased]", body: "[erased]", priority: "high", attachmentCount: 0 })
      assert.notProperty(kept, "customFields")
      assert.strictEqual(kept.tags[0].name, "login")
      const comments = (yield* ask("GET", `${path}/comments`)).json
      assert.deepStrictEqual(
        comments.map(({ body }: { body: string }) => body),
        ["[erased]", "[erased]", "Have you tried again?", "Looks like the cache"]
      )
      assert.strictEqual(comments[0].authorId, person.id)
      const { data } = (yield* anywhere("GET", "/v1/events?limit=100")).json
      const told = data.filter(({ data }: { data: { id: string } }) => data.id === person.id)
      assert.isTrue(told.every(({ data }: { data: { purged?: true } }) => data.purged === true))
      assert.deepInclude(told.at(-1).data, { erasedAt: erased.json.erasedAt, diff: {} })
      const audit = yield* auditOf(person.id)
      assert.deepInclude(audit.at(-1), { event: "customer.erased", changes: null })
      assert.isTrue(audit.every(({ changes }) => changes === null))
    })
  )

  it.effect("leave nothing of what they wrote in someone else's ticket that theirs was merged into", () =>
    Effect.gen(function* () {
      const opened = (who: string, body: string) =>
        Effect.map(
          ask("POST", "/tickets", { body: { title: body, body, customerEmail: `${who}-${++serial}@north.example` } }),
          ({ json }) => json.id as string
        )
      const stays = yield* opened("stays", "Quagmire")
      const goes = yield* opened("goes", "Vermicelli")
      const { json: gone } = yield* ask("GET", `/tickets/${goes}`)
      yield* ask("POST", `/tickets/${goes}/comments`, { body: { body: "More vermicelli", authorType: "CUSTOMER" } })
      yield* ask("POST", `/tickets/${stays}/merge`, { body: { sourceTicketIds: [goes] } })
      assert.include(yield* whereIs("vermicelli"), "comments")
      assert.strictEqual((yield* ask("POST", `/customers/${gone.customerId}/erase?confirm=true`)).status, 200)
      yield* forgotten
      assert.deepStrictEqual(yield* whereIs("vermicelli"), [])
      const { json: comments } = yield* ask("GET", `/tickets/${stays}/comments`)
      assert.deepStrictEqual(
        comments.map(({ body }: { body: string }) => body),
        ["[erased]", "[erased]"]
      )
      assert.strictEqual((yield* ask("GET", `/tickets/${stays}`)).json.body, "Quagmire")
    })
  )

  it.effect("are no participants of someone else's ticket that theirs was merged into, and get no replies to it", () =>
    Effect.gen(function* () {
      const opened = (email: string) =>
        Effect.map(
          ask("POST", "/tickets", {
            body: { title: "Late parcel", customerEmail: email, customerName: `Of ${email}` }
          }),
          ({ json }) => json
        )
      const [stays, leaves] = [`keeps-${++serial}@north.example`, `leaves-${++serial}@north.example`]
      const target = yield* opened(stays)
      const merged = yield* opened(leaves)
      const into = `/tickets/${target.id}`
      const said = (body: string, path = into) => ask("POST", `${path}/comments`, { body: { body } })
      yield* said("We look into it", `/tickets/${merged.id}`)
      assert.strictEqual((yield* ask("POST", `${into}/merge`, { body: { sourceTicketIds: [merged.id] } })).status, 200)
      yield* said("It is on its way")
      assert.include(yield* whereIs(leaves), "outgoing_mail")
      const { json: before } = yield* ask("GET", into)
      assert.deepStrictEqual(
        before.participants.map(({ email }: { email: string }) => email),
        [leaves]
      )

      assert.strictEqual((yield* ask("POST", `/customers/${merged.customerId}/erase?confirm=true`)).status, 200)
      yield* forgotten
      assert.deepStrictEqual(yield* whereIs(leaves), [])
      const { json: after } = yield* ask("GET", into)
      assert.notProperty(after, "participants")
      assert.strictEqual(after.version, before.version + 1)
      assert.include(yield* whereIs(stays), "outgoing_mail")
      assert.strictEqual((yield* said("It has arrived")).status, 201)
      assert.deepStrictEqual(yield* whereIs(leaves), [])
    })
  )

  it.effect("watch no ticket any more, at any address that they had, and nothing says that they did", () =>
    Effect.gen(function* () {
      const [former, last, other] = [
        `began-${++serial}@north.example`,
        `ended-${++serial}@north.example`,
        (yield* known()).email
      ]
      const gone = yield* known({ email: former })
      yield* ask("PATCH", `/customers/${gone.id}`, { body: { email: last } })
      const watching = (email: string) => ({
        memberId: `custom_${email}`,
        memberEmail: email,
        memberName: `Zinnia ${email}`
      })
      const opened = (...watchers: ReadonlyArray<string>) =>
        Effect.map(
          ask("POST", "/tickets", {
            body: { title: "Not theirs", customerEmail: other, watchers: watchers.map(watching) }
          }),
          ({ json }) => `/tickets/${json.id}`
        )
      const watchersOf = (path: string) =>
        Effect.map(ask("GET", `${path}/watchers`), ({ json }) =>
          json.map(({ memberEmail }: { memberEmail: string }) => memberEmail)
        )
      const said = (path: string) => ask("POST", `${path}/comments`, { body: { body: "It is on its way" } })
      const watched = yield* opened(former, other)
      const left = yield* opened()
      yield* ask("POST", `${watched}/watchers`, { body: watching(last) })
      yield* ask("POST", `${left}/watchers`, { body: watching(last) })
      yield* said(watched)
      yield* said(left)
      assert.strictEqual((yield* ask("DELETE", `${left}/watchers/custom_${last}`)).status, 200)
      for (const email of [former, last]) assert.includeMembers(yield* whereIs(email), ["outgoing_mail", "watchers"])

      assert.strictEqual((yield* ask("POST", `/customers/${gone.id}/erase?confirm=true`)).status, 200)
      const anew = yield* opened(former)
      yield* forgotten
      assert.deepStrictEqual(yield* whereIs(last), [])
      assert.deepStrictEqual(yield* watchersOf(watched), [other])
      assert.deepStrictEqual(yield* watchersOf(anew), [former])
      yield* ask("DELETE", `${anew}/watchers/custom_${former}`)
      assert.deepStrictEqual(yield* whereIs(former), ["audit_log"])
      yield* said(watched)
      assert.include(yield* whereIs(`Zinnia ${other}`), "watchers")
      assert.notInclude(yield* whereIs(former), "outgoing_mail")
    })
  )

  it.effect("leave nothing of them in what receivers of webhooks answered", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const person = yield* known()
      const ticket = (yield* ask("POST", "/tickets", { body: { title: "Echo", customerId: person.id } })).json
      const chains = [person.id, ticket.id].map((id) => uuidOf(id))
      const [logged] = yield* system<{ count: number }>`WITH answered AS (
          INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger, started_at,
              duration_ms, status, response)
            SELECT new_uuid_v7(), new_uuid_v7(), tenant_id, new_uuid_v7(), id, type, chain_id, 1, 'event', now(), 1, 422,
              'Halibut is no name' FROM events WHERE chain_id = ANY(${chains}::uuid[])
            RETURNING 1)
        SELECT count(*)::int AS count FROM answered`
      assert.strictEqual(logged?.count, 2)
      assert.include(yield* whereIs("halibut"), "attempts")
      yield* ask("POST", `/customers/${person.id}/erase?confirm=true`)
      yield* forgotten
      assert.deepStrictEqual(yield* whereIs("halibut"), [])
    })
  )

  it.effect("are someone new in what they write before all their data is removed", () =>
    Effect.gen(function* () {
      const { post } = yield* channelOf()
      const first = (yield* post({ threadId: "erased" })).json
      const ticket = (yield* ask("GET", `/tickets/${first.ticketId}`)).json
      yield* ask("POST", `/customers/${ticket.customerId}/erase?confirm=true`)
      const second = (yield* post({ threadId: "erased", text: "Are you there?" })).json
      assert.strictEqual(second.created, "ticket")
      yield* forgotten
      const third = (yield* post({ threadId: "erased" })).json
      assert.deepInclude(third, { created: "comment", ticketId: second.ticketId })
      const anew = (yield* ask("GET", `/tickets/${second.ticketId}`)).json
      assert.strictEqual(anew.body, "Are you there?")
      assert.notStrictEqual(anew.customerId, ticket.customerId)
      assert.strictEqual((yield* ask("GET", `/tickets/${first.ticketId}`)).json.commentCount, 0)
    })
  )

  it.effect("may have been deleted before, and take nothing from whoever has their address by now", () =>
    Effect.gen(function* () {
      const email = `deleted-${++serial}@north.example`
      const gone = yield* known({ email, name: "Wilhelmina Ottendorf" })
      const ticket = (yield* ask("POST", "/tickets", {
        body: { title: "I am Wilhelmina Ottendorf", customerId: gone.id }
      })).json
      yield* ask("DELETE", `/customers/${gone.id}`)
      const heir = yield* known({ email })
      const erase = (query = "") => ask("POST", `/customers/${gone.id}/erase${query}`)
      assert.deepInclude((yield* erase()).json, { ticketCount: 1, erasedAt: null })
      assert.strictEqual((yield* erase("?confirm=true")).status, 200)
      assert.strictEqual((yield* erase("?confirm=true")).status, 404)
      assert.strictEqual((yield* erase()).status, 404)
      yield* forgotten
      assert.deepStrictEqual(yield* whereIs("Ottendorf"), [])
      assert.strictEqual((yield* ask("GET", `/tickets/${ticket.id}`)).json.title, "[erased]")
      assert.strictEqual((yield* ask("GET", `/customers/${heir.id}`)).json.email, email)
      assert.strictEqual((yield* ask("POST", "/customers", { body: { email } })).status, 409)
    })
  )

  it.effect("take along their failed channel messages, and leave those of others", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { live } = yield* Installation
      const [gone, other] = [yield* known(), yield* known()]
      const connection = crypto.randomUUID()
      yield* system`INSERT INTO channel_connections (id, tenant_id, brand_id, kind, provider, external_id, name, secrets)
        VALUES (${connection}, ${live.tenant.id}, ${uuidOf(live.brand.id)}, 'chat', 'slack', ${connection}, 'North', '')`
      for (const [person, user] of [
        [gone, "U0GONE"],
        [other, "U0OTHER"]
      ] as const) {
        yield* system`INSERT INTO channel_people (tenant_id, brand_id, connection_id, external_id, customer_id)
          VALUES (${live.tenant.id}, ${uuidOf(live.brand.id)}, ${connection}, ${user}, ${uuidOf(parsed(person.id))})`
        const id = crypto.randomUUID()
        const payload = { event: { type: "message", user, text: `Said by ${user}` } }
        yield* system`INSERT INTO channel_inbox (id, tenant_id, connection_id, channel, dedupe_key, kind, lane, payload, failed_at)
          VALUES (${id}, ${live.tenant.id}, ${connection}, 'chat', ${id}, 'message', 'C1:1.1', ${JSON.stringify(payload)}::text::jsonb, now())`
        yield* system`INSERT INTO inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients,
            status, attempts, size, received_at)
          VALUES (${id}, ${live.tenant.id}, ${uuidOf(live.brand.id)}, 'chat', ${id}, ${Buffer.from(id)}, ${user}, '{}', 'failed', 8, 1, now())`
      }
      yield* ask("POST", `/customers/${gone.id}/erase?confirm=true`)
      yield* forgotten
      assert.deepStrictEqual(yield* whereIs("U0GONE"), [])
      assert.sameMembers(
        [...(yield* whereIs("Said by U0OTHER")), ...(yield* whereIs("U0OTHER"))],
        ["channel_inbox", "channel_inbox", "channel_people", "inbound_messages"]
      )
    })
  )

  it.effect("take along the records of their bounced mail, and leave those of others", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { live, test } = yield* Installation
      const { system } = yield* Database
      const { key } = test
      const asked = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
        const answer = yield* anywhere(method, `/v1${path}`, { key, body })
        assert.isBelow(answer.status, 300, answer.text)
        return answer.json
      })
      const brand = `/brands/${test.brand.id}`
      const person = (email: string) => asked("POST", `${brand}/customers`, { email })
      /** A message to the customer. */
      const written = Effect.fnUntraced(function* (customerId: string) {
        const ticket = yield* asked("POST", `${brand}/tickets`, { title: "Hello", customerId })
        const comment = yield* asked("POST", `${brand}/tickets/${ticket.id}/comments`, { body: "Hi" })
        return comment.deliveries[0].messageId as string
      })
      const bounced = (messageId: string) => asked("POST", "/test/receipts", { messageId, status: "bounced" })
      const rest = ({ brand, tenant }: typeof live, email: string) =>
        system`insert into bounced_addresses (tenant_id, brand_id, address)
          values (${tenant.id}, ${uuidOf(brand.id)}, ${email})`
      const resting = Effect.fnUntraced(function* (email: string) {
        const rows = yield* system<{ tenant: string }>`select tenant_id as tenant from bounced_addresses
          where address = ${email}`
        return rows.map(({ tenant }) => (tenant === live.tenant.id ? "live" : "test"))
      }, Effect.orDie)

      const gone = yield* person("first@bounces.example")
      yield* bounced(yield* written(gone.id))
      yield* asked("PATCH", `${brand}/customers/${gone.id}`, { email: "handed-on@bounces.example" })
      yield* bounced(yield* written(gone.id))
      yield* asked("PATCH", `${brand}/customers/${gone.id}`, { email: "last@bounces.example" })
      const late = yield* written(gone.id)
      yield* bounced(yield* written(gone.id))
      yield* person("handed-on@bounces.example")
      const former = yield* person("former@bounces.example")
      yield* asked("POST", `${brand}/customers/${gone.id}/merge`, { sourceCustomerIds: [former.id] })
      // As for mail to others with them in copy.
      yield* rest(test, "former@bounces.example")
      const other = yield* person("other@bounces.example")
      yield* bounced(yield* written(other.id))
      yield* rest(live, "last@bounces.example")
      assert.sameMembers(yield* resting("last@bounces.example"), ["live", "test"])

      yield* asked("POST", `${brand}/customers/${gone.id}/erase?confirm=true`)
      assert.deepStrictEqual(yield* resting("last@bounces.example"), ["live"])
      yield* bounced(late)
      yield* forgotten
      for (const [name, where] of [
        ["first", []],
        ["last", ["live"]],
        ["former", []],
        ["handed-on", ["test"]],
        ["other", ["test"]]
      ] as const)
        assert.deepStrictEqual(yield* resting(`${name}@bounces.example`), [...where], name)
      for (const name of ["first", "former"]) assert.deepStrictEqual(yield* whereIs(`${name}@bounces.example`), [])
    }).pipe(Effect.orDie)
  )

  it.effect("are someone new when they write again, and no one else is affected", () =>
    Effect.gen(function* () {
      const [gone, other] = [yield* known(), yield* known({ name: "Stays" })]
      const theirs = (yield* ask("POST", "/tickets", { body: { title: "Mine", customerId: other.id } })).json
      yield* ask("POST", `/customers/${gone.id}/erase?confirm=true`)
      yield* forgotten
      const again = (yield* ask("POST", "/tickets", { body: { title: "Hello", customerEmail: gone.email } })).json
      assert.notStrictEqual(again.customerId, gone.id)
      assert.deepInclude((yield* ask("GET", `/tickets/${theirs.id}`)).json, { title: "Mine", version: theirs.version })
      assert.deepInclude((yield* ask("GET", `/customers/${other.id}`)).json, { name: "Stays", version: 1 })
    })
  )

  it.effect("start over with a mail that replies to an old one of ours, and so do people in copy", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { test } = yield* Installation
      const asked = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
        const answer = yield* anywhere(method, `/v1${path}`, { key: test.key, body })
        assert.isBelow(answer.status, 300, answer.text)
        return answer.json
      })
      const brand = `/brands/${test.brand.id}`
      const mailed = (from: string, more: object = {}) =>
        asked("POST", "/test/inbound/email", {
          brandId: test.brand.id,
          from,
          subject: "Hello",
          text: "It is me",
          ...more
        })
      const { ticketId } = yield* mailed("gone@anew.example")
      const { customerId } = yield* asked("GET", `${brand}/tickets/${ticketId}`)
      yield* asked("POST", `${brand}/tickets/${ticketId}/comments`, { body: "Hi", cc: ["copied@anew.example"] })
      const [sent] = (yield* asked("GET", `/test/outbox?ticketId=${ticketId}`)).data
      const answered = { inReplyTo: sent.headers["Message-ID"] }
      assert.strictEqual((yield* mailed("gone@anew.example", answered)).ticketId, ticketId)

      yield* asked("POST", `${brand}/customers/${customerId}/erase?confirm=true`)
      const atOnce = yield* mailed("gone@anew.example", { ...answered, to: [sent.replyAddress] })
      yield* forgotten
      const copied = yield* mailed("copied@anew.example", answered)
      for (const { inbound, ticketId: opened } of [atOnce, copied]) {
        assert.strictEqual(inbound.outcome, "ticket_created")
        assert.notStrictEqual((yield* asked("GET", `${brand}/tickets/${opened}`)).customerId, customerId)
      }
      assert.strictEqual((yield* asked("GET", `${brand}/tickets/${ticketId}`)).participants ?? null, null)
    })
  )

  it.effect("are erased piece by piece, wherever the process is interrupted", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const gone = yield* known()
      const id = uuidOf(parsed(gone.id))
      for (let count = 0; count < 3; count++)
        yield* ask("POST", "/tickets", { body: { title: `Number ${count}`, customerId: gone.id } })
      yield* ask("POST", `/customers/${gone.id}/erase?confirm=true`)
      yield* system`update customers set erasure_after = (select id from tickets where customer_id = ${id} order by id limit 1)
        where id = ${id}`
      yield* forgotten
      const rows = yield* system<{ title: string }>`select title from tickets where customer_id = ${id} order by id`
      assert.deepStrictEqual(
        rows.map(({ title }) => title),
        ["Number 0", "[erased]", "[erased]"]
      )
      const [row] = yield* system<{
        done: boolean
      }>`select erasure_done_at is not null as done from customers where id = ${id}`
      assert.isTrue(row?.done)
    }).pipe(Effect.orDie)
  )

  /**
   * Runs the erasure against a transaction that holds a lock; returns what that transaction finds while the erasure waits for
   * it.
   */
  const foundByHolder = <A>(
    hold: Effect.Effect<unknown, SqlError.SqlError>,
    look: Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>
  ) =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const held = yield* Deferred.make<void>()
      const holding = yield* Effect.all([hold, Deferred.succeed(held, undefined), untilAwaited, look]).pipe(
        system.withTransaction,
        Effect.forkDetach
      )
      yield* Deferred.await(held)
      const erasing = yield* Effect.forkDetach(forgotten)
      const [, , , found] = yield* Fiber.join(holding)
      yield* Fiber.join(erasing)
      return found
    })
  const goneWithTicket = Effect.gen(function* () {
    const gone = yield* known()
    const { json } = yield* ask("POST", "/tickets", { body: { title: "Theirs", customerId: gone.id } })
    yield* ask("POST", `/tickets/${json.id}/comments`, { body: { body: "Hello" } })
    yield* ask("POST", `/customers/${gone.id}/erase?confirm=true`)
    return uuidOf(Option.getOrThrow(parseId("ticket", json.id)))
  })

  it.effect("are erased while a transaction that locked their brand waits for one of their tickets", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const id = yield* goneWithTicket
      const found = yield* foundByHolder(
        // As commands lock a brand before anything in it.
        system`select from brands where id = (select brand_id from tickets where id = ${id}) for no key update`,
        system`select from tickets where id = ${id} and title = '[erased]' for update nowait`
      )
      assert.lengthOf(found, 1)
    }).pipe(Effect.orDie)
  )

  it.effect("are erased while a composed mail about one of their tickets is being stored", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const id = yield* goneWithTicket
      const found = yield* foundByHolder(
        Effect.map(system`select from outgoing_mail where ticket_id = ${id} for update`, (mails) =>
          assert.lengthOf(mails, 1)
        ),
        // As its Message-ID references the ticket.
        system`select from tickets where id = ${id} for key share nowait`
      )
      assert.lengthOf(found, 1)
    }).pipe(Effect.orDie)
  )

  it.effect("are erased once per key, by admins and by keys with access to everything", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const gone = yield* known()
      const path = `/customers/${gone.id}/erase`
      const agent = yield* ask("POST", path, { key: yield* signedIn("agent") })
      assert.deepInclude(agent.json, { code: "forbidden", required: "admin" })
      const counted = yield* ask("POST", path, { key: yield* signedIn("admin") })
      const nothing = { ticketCount: 0, commentCount: 0, attachmentCount: 0, erasedAt: null }
      assert.deepStrictEqual(counted.json, { customerId: gone.id, ...nothing })
      const { brandId, key } = yield* neighbour
      const theirs = yield* anywhere("POST", `/v1/brands/${brandId}/customers`, { key, body: { email: "a@b.example" } })
      const scoped = yield* anywhere("POST", `/v1/brands/${brandId}/customers/${theirs.json.id}/erase`, { key })
      assert.strictEqual(scoped.json.code, "forbidden")
      const stale = yield* ask("POST", `${path}?confirm=true`, { headers: { "if-match": '"7"' } })
      assert.deepInclude(stale.json, { code: "precondition_failed", currentVersion: 1 })
      assert.strictEqual((yield* ask("POST", `${path}?confirm=perhaps`)).json.errors[0].field, "confirm")
      yield* assertOnce({ method: "POST", path: `${path}?confirm=true` })
      const unknown = "cus_01m893khb3f5bbmdqn6zazb1ra"
      const foreign = yield* anywhere("POST", `/v1/brands/${brandId}/customers/${gone.id}/erase`)
      const nobody = yield* anywhere("POST", `/v1/brands/${brandId}/customers/${unknown}/erase`)
      assert.deepStrictEqual([foreign.status, nobody.status], [404, 404])
      const { test } = yield* Installation
      assert.strictEqual((yield* ask("POST", path, { key: test.key })).status, 404)
    })
  )
})
