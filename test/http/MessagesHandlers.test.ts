import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type BrandId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { askDeclared as ask } from "../support/askDeclared.ts"
import { type Asked, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const unknownId = "msg_01m893khb3f5bbmdqn6zazb1ra"
let serial = 0

/** A test ticket with an answer. */
const answered = Effect.fnUntraced(function* (more: object = {}) {
  const { test } = yield* Installation
  const tickets = `/v1/brands/${test.brand.id}/tickets`
  const customerEmail = `customer-${++serial}@north.example`
  const { json: ticket } = yield* ask("POST", tickets, { body: { title: "Question", customerEmail, ...more } })
  const path = `${tickets}/${ticket.id}`
  const { json: comment } = yield* ask("POST", `${path}/comments`, { body: { body: "Hello" } })
  return { customerEmail, path, ticket, comment, id: comment.deliveries[0].messageId as string }
})

const receipt = (messageId: string, status: string, more: object = {}, options: Asked = {}) =>
  ask("POST", "/v1/test/receipts", { body: { messageId, status, ...more }, ...options })

const eventsOf = Effect.fnUntraced(function* (ticketId: string) {
  const { json } = yield* ask("GET", `/v1/events?ticketId=${ticketId}&limit=500`)
  return json.data as ReadonlyArray<{ readonly type: string; readonly data: Record<string, unknown> }>
})
const messageEvents = (ticketId: string) =>
  Effect.map(eventsOf(ticketId), (events) =>
    events.map(({ type }) => type).filter((type) => type.startsWith("message."))
  )

layer(site(), { excludeTestServices: true })("A ticket's messages", (it) => {
  it.effect("are in the test outbox as soon as the answer is written, and count as sent", () =>
    Effect.gen(function* () {
      const { comment, customerEmail, id, path, ticket } = yield* answered()
      assert.deepInclude((yield* ask("GET", `${path}/messages`)).json, {
        id,
        ticketId: ticket.id,
        commentId: comment.id,
        channel: "email",
        kind: "reply",
        to: customerEmail,
        status: "queued",
        attempts: 0,
        createdAt: comment.createdAt,
        updatedAt: comment.createdAt
      })
      const { json: outbox } = yield* ask("GET", `/v1/test/outbox?ticketId=${ticket.id}&kind=reply`)
      assert.lengthOf(outbox.data, 1)
      const [mail] = outbox.data
      assert.deepInclude(mail, { id, to: customerEmail, subject: "Question", commentId: comment.id, text: "Hello\n" })
      assert.match(mail.replyAddress, /^r\.[0-9a-z]{26}@inbound\.example$/)
      assert.match(mail.headers["X-Trunkline-Loop"], /^br_/)
      const [message] = (yield* ask("GET", `${path}/messages`)).json
      assert.include(message, { status: "sent", externalId: mail.headers["Message-ID"].slice(1, -1) })
      assert.deepStrictEqual(yield* messageEvents(ticket.id), ["message.sent"])
    })
  )

  it.effect("go from sent to delivered, failed or bounced by receipts, and never backwards", () =>
    Effect.gen(function* () {
      const delivered = yield* answered()
      const first = yield* receipt(delivered.id, "delivered")
      assert.strictEqual(first.status, 200, first.text)
      assert.include(first.json, { id: delivered.id, status: "delivered" })
      assert.include((yield* receipt(delivered.id, "failed")).json, { status: "delivered" })
      assert.deepStrictEqual(yield* messageEvents(delivered.ticket.id), ["message.sent", "message.delivered"])
      const comment = yield* ask("GET", `${delivered.path}/comments/${delivered.comment.id}`)
      assert.deepInclude(comment.json.deliveries[0], { messageId: delivered.id, status: "delivered" })
      assert.strictEqual(comment.json.version, delivered.comment.version, "the comment is as it was written")

      const failed = yield* answered()
      const refused = yield* receipt(failed.id, "failed", { error: "mailbox full" })
      assert.include(refused.json, { status: "failed", error: "mailbox full" })
      const last = (yield* eventsOf(failed.ticket.id)).at(-1)
      assert.deepInclude(last, { type: "message.failed" })
      assert.deepInclude(last?.data ?? {}, { permanent: false, message: refused.json, commentId: failed.comment.id })
      // It stays in the outbox whatever became of it.
      assert.strictEqual((yield* ask("GET", `/v1/test/outbox/${failed.id}`)).status, 200)
    })
  )

  it.effect("that bounce mark the customer's mailbox as missing, and the customer gets no mail for a while", () =>
    Effect.gen(function* () {
      const { customerEmail, id, path, ticket } = yield* answered()
      const bounced = yield* receipt(id, "bounced", { error: "5.1.1 no such user" })
      assert.include(bounced.json, { status: "bounced", error: "5.1.1 no such user" })
      const events = yield* eventsOf(ticket.id)
      assert.deepInclude(events.at(-1)?.data ?? {}, { permanent: true, customerEmail })

      const brand = path.split("/tickets/")[0]
      const { json: customer } = yield* ask("GET", `${brand}/customers/${ticket.customerId}`)
      assert.isString(customer.emailBouncedAt)
      const { json: feed } = yield* ask("GET", "/v1/events?types=customer.updated&limit=500")
      const told = feed.data.filter(({ data }: { data: { id: string } }) => data.id === ticket.customerId)
      assert.deepStrictEqual(
        told.map(({ data }: { data: { changes: unknown } }) => data.changes),
        [["emailBouncedAt"]]
      )
      const { json: next } = yield* ask("POST", `${path}/comments`, { body: { body: "Still there?" } })
      assert.include(next.deliveries[0], {
        status: "suppressed",
        error: "The mailbox does not exist, according to its mail system"
      })

      const { system } = yield* Database
      yield* system`UPDATE customers SET email_bounced_at = now() - interval '61 days' WHERE email = ${customerEmail}`
      yield* system`UPDATE bounced_addresses SET bounced_at = now() - interval '61 days' WHERE address = ${customerEmail}`
      const { json: later } = yield* ask("POST", `${path}/comments`, { body: { body: "And now?" } })
      assert.lengthOf(later.deliveries, 1)
    })
  )

  it.effect("can be sent again only when they failed", () =>
    Effect.gen(function* () {
      const { id, path, ticket } = yield* answered()
      const retry = `${path}/messages/${id}/retry`
      assert.deepInclude((yield* ask("POST", retry)).json, { status: 409, code: "invalid_state", state: "queued" })
      yield* receipt(id, "failed")
      const again = yield* ask("POST", retry, { headers: { "idempotency-key": id } })
      assert.strictEqual(again.status, 202, again.text)
      assert.include(again.json, { id, status: "queued" })
      assert.strictEqual((yield* ask("GET", `/v1/test/outbox/${id}`)).status, 200)
      assert.include((yield* ask("GET", `${path}/messages`)).json[0], { status: "sent" })
      const replayed = yield* ask("POST", retry, { headers: { "idempotency-key": id } })
      assert.strictEqual(replayed.text, again.text)
      assert.deepStrictEqual(yield* messageEvents(ticket.id), ["message.sent", "message.failed", "message.sent"])
      const { json: log } = yield* ask("GET", `${path}/logs`)
      assert.include(
        log.map(({ event }: { event: string }) => event),
        "message.retried"
      )
    })
  )

  it.effect("change once for equal receipts with one key", () =>
    Effect.gen(function* () {
      const { id, ticket } = yield* answered()
      const headers = { "idempotency-key": `receipt-${id}` }
      const first = yield* receipt(id, "delivered", {}, { headers })
      const second = yield* receipt(id, "delivered", {}, { headers })
      assert.strictEqual(second.text, first.text)
      assert.strictEqual(second.headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* receipt(id, "bounced", {}, { headers })).json.code, "idempotency_key_reused")
      assert.deepStrictEqual(yield* messageEvents(ticket.id), ["message.sent", "message.delivered"])
    })
  )

  it.effect("move with a merge, and their events are about the target ticket", () =>
    Effect.gen(function* () {
      const source = yield* answered()
      const target = yield* answered()
      const merged = yield* ask("POST", `${target.path}/merge`, { body: { sourceTicketIds: [source.ticket.id] } })
      assert.strictEqual(merged.status, 200, merged.text)
      assert.include((yield* receipt(source.id, "delivered")).json, { ticketId: target.ticket.id, status: "delivered" })
      assert.deepStrictEqual((yield* ask("GET", `${source.path}/messages`)).json, [])
      assert.lengthOf((yield* ask("GET", `${target.path}/messages`)).json, 2)
      assert.include(yield* messageEvents(target.ticket.id), "message.delivered")
    })
  )

  it.effect("are not found by others, under other tickets, and by unknown ids", () =>
    Effect.gen(function* () {
      const { id, path } = yield* answered()
      const other = yield* answered()
      const { live, test } = yield* Installation
      const { json: brand } = yield* ask("POST", "/v1/brands", { body: { name: "Other" } })
      const { json: scoped } = yield* ask("POST", "/v1/accounts/me/api-keys", {
        body: { name: "scoped", brandIds: [brand.id] }
      })
      const nobodys = yield* ask("GET", `/v1/brands/${test.brand.id}/tickets/tkt_01m893khb3f5bbmdqn6zazb1ra/messages`)
      const same = (answer: { readonly json: object }) => {
        const { instance: _, requestId: __, ...body } = answer.json as Record<string, unknown>
        return body
      }
      assert.strictEqual(nobodys.status, 404)
      for (const answer of [
        yield* ask("GET", `${path}/messages`, { key: live.key }),
        yield* ask("GET", `${path}/messages`, { key: scoped.secret }),
        yield* ask("GET", `${path.replace(test.brand.id, brand.id)}/messages`),
        yield* ask("POST", `${path}/messages/${id}/retry`, { key: scoped.secret }),
        yield* ask("POST", `${other.path}/messages/${id}/retry`),
        yield* ask("POST", `${path}/messages/${unknownId}/retry`),
        yield* ask("POST", `${path}/messages/x/retry`)
      ])
        assert.deepStrictEqual(same(answer), same(nobodys))
      for (const [messageId, key] of [
        [unknownId, test.key],
        ["x", test.key],
        [id, scoped.secret as string]
      ] as const) {
        const answer = yield* receipt(messageId, "delivered", {}, { key })
        assert.deepInclude(answer.json, { status: 400, code: "validation_failed" })
        assert.deepInclude(answer.json.errors[0], { field: "messageId", code: "unknown_id" })
      }
      assert.strictEqual((yield* receipt(id, "delivered", {}, { key: live.key })).json.code, "test_mode_only")
      assert.strictEqual((yield* receipt(id, "opened")).json.errors[0].code, "enum")
      yield* ask("DELETE", path)
      assert.strictEqual((yield* ask("GET", `${path}/messages`)).status, 404)
      assert.strictEqual((yield* ask("POST", `${path}/messages/${id}/retry`)).status, 404)
    })
  )

  it.effect("are deleted with a ticket that is purged, and its reply address no longer identifies anyone", () =>
    Effect.gen(function* () {
      const { id, path, ticket } = yield* answered()
      const { json: mail } = yield* ask("GET", `/v1/test/outbox/${id}`)
      assert.strictEqual((yield* ask("DELETE", `${path}?permanent=true`)).status, 200)
      assert.strictEqual((yield* ask("GET", `/v1/test/outbox/${id}`)).status, 404)
      const { system } = yield* Database
      const token = mail.replyAddress.slice(2, 28)
      assert.deepStrictEqual(yield* system`SELECT ticket_id, participant FROM reply_addresses WHERE token = ${token}`, [
        { ticket_id: null, participant: null }
      ])
      const kept = yield* system<{ payload: string }>`SELECT payload FROM events WHERE chain_id = ${uuidOf(ticket.id)}`
      assert.notMatch(kept.map(({ payload }) => payload).join(), /north\.example/)
    })
  )
})

layer(site(), { excludeTestServices: true })("Acknowledgements", (it) => {
  const brandWith = Effect.fnUntraced(function* (more: object = {}) {
    const { json } = yield* ask("POST", "/v1/brands", {
      body: { name: "Acme", slug: `acme-${++serial}`, ticketPrefix: "ACME", autoresponseEnabled: true, ...more }
    })
    return json.id as BrandId
  })
  const receive = Effect.fnUntraced(function* (brandId: string, mail: object) {
    const answer = yield* ask("POST", "/v1/test/inbound/email", { body: { brandId, text: "Help!", ...mail } })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.json
  })
  const outbox = (brandId: string) =>
    Effect.map(ask("GET", `/v1/test/outbox?brandId=${brandId}`), ({ json }) => json.data)

  it.effect("answer the first message, in its thread, marked as automatic", () =>
    Effect.gen(function* () {
      const brandId = yield* brandWith()
      const from = "Ines Roth <ines@north.example>"
      const { ticketId } = yield* receive(brandId, { from, subject: "Where is it?", messageId: "<q@north.example>" })
      const [mail] = yield* outbox(brandId)
      assert.deepInclude(mail, { kind: "autoresponse", to: "ines@north.example", ticketId })
      assert.deepInclude(mail.headers, {
        "In-Reply-To": "<q@north.example>",
        References: "<q@north.example>",
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All"
      })
      assert.match(mail.subject, /^We have received your request \(ACME-1001\)$/)
      const { system } = yield* Database
      const [row] = yield* system`SELECT return_path, bounce_token FROM outgoing_mail WHERE id = ${uuidOf(mail.id)}`
      assert.deepStrictEqual(row, { return_path: "", bounce_token: null })

      // The agent's answer continues the thread of both, and the customer's next message gets no acknowledgement.
      const tickets = `/v1/brands/${brandId}/tickets/${ticketId}`
      yield* ask("POST", `${tickets}/comments`, { body: { body: "On its way." } })
      const [reply] = yield* outbox(brandId)
      assert.strictEqual(reply.headers["In-Reply-To"], "<q@north.example>")
      assert.strictEqual(reply.headers["References"], `<q@north.example> ${mail.headers["Message-ID"]}`)
      assert.strictEqual(reply.subject, "Re: Where is it?")
      assert.match(reply.text, /^On its way\.\n\nOn .* UTC, Ines Roth wrote:\n> Help!\n$/)
      yield* receive(brandId, { from, subject: "Thanks", inReplyTo: reply.headers["Message-ID"] })
      assert.lengthOf(yield* outbox(brandId), 2)
      yield* ask("POST", `${tickets}/comments`, { body: { body: "You are welcome." } })
      assert.strictEqual(
        (yield* outbox(brandId))[0].subject,
        "Re: Thanks",
        "the subject that the customer last wrote under"
      )
    })
  )

  it.effect("quote no one to someone else after a merge, and each under their own name to people in copy", () =>
    Effect.gen(function* () {
      const brandId = yield* brandWith({ autoresponseEnabled: false })
      const [carol, dave] = ["carol@north.example", "dave@north.example"]
      const tickets = `/v1/brands/${brandId}/tickets`
      const first = yield* receive(brandId, { from: carol, subject: "Late", text: "Where is it?" })
      const second = yield* receive(brandId, { from: dave, subject: "Refund", text: "Mine is DE99." })
      const target = `${tickets}/${first.ticketId}`
      const more = { body: "Soon, please.", authorType: "CUSTOMER" }
      yield* ask("POST", `${tickets}/${second.ticketId}/comments`, { body: more })
      yield* ask("POST", `${target}/merge`, { body: { sourceTicketIds: [second.ticketId] } })
      const { json: said } = yield* ask("GET", `${target}/comments`)
      assert.deepStrictEqual(
        said.map(({ authorName, body }: { authorName: string; body: string }) => [authorName, body]),
        [
          [dave, "Mine is DE99."],
          [dave, "Soon, please."]
        ],
        "who has no name is not called as who has the ticket"
      )
      const quoted = Effect.fnUntraced(function* (comment: object) {
        yield* ask("POST", `${target}/comments`, { body: { body: "On its way.", ...comment } })
        const [mail] = yield* outbox(brandId)
        return [mail.subject, /On .* UTC, (.*) wrote:\n(.*\n)$/.exec(mail.text)?.slice(1)]
      })
      assert.deepStrictEqual(yield* quoted({}), ["Re: Late", [carol, "> Where is it?\n"]])
      assert.deepStrictEqual(yield* quoted({ cc: [dave] }), ["Re: Late", [dave, "> Soon, please.\n"]])
      // The opening message was written by someone other than the ticket's current customer.
      yield* ask("PATCH", target, { body: { customerEmail: "erin@north.example" } })
      assert.deepStrictEqual(yield* quoted({}), ["Re: Late", undefined])
    })
  )

  it.effect(
    "are not sent to machines, blocked customers, for brands that turned them off, and for tickets opened by hand",
    () =>
      Effect.gen(function* () {
        const brandId = yield* brandWith()
        const silent = yield* brandWith({ autoresponseEnabled: false })
        yield* receive(silent, { from: "ines@north.example" })
        yield* receive(brandId, { from: "bot@north.example", headers: { "Auto-Submitted": "auto-generated" } })
        yield* receive(brandId, { from: "list@north.example", headers: { "List-Id": "<l.north.example>" } })
        yield* receive(brandId, { from: "no-reply@north.example" })
        yield* ask("POST", `/v1/brands/${brandId}/customers`, { body: { email: "bad@north.example", isBlocked: true } })
        yield* receive(brandId, { from: "bad@north.example" })
        yield* ask("POST", `/v1/brands/${brandId}/tickets`, {
          body: { title: "t", customerEmail: "paul@north.example" }
        })
        assert.deepStrictEqual([...(yield* outbox(brandId)), ...(yield* outbox(silent))], [])
      })
  )

  it.effect("are limited to three an hour per address; the others are listed as suppressed", () =>
    Effect.gen(function* () {
      const brandId = yield* brandWith()
      const tickets: Array<string> = []
      for (let index = 0; index < 5; index++)
        tickets.push((yield* receive(brandId, { from: "ines@north.example", subject: `Question ${index}` })).ticketId)
      assert.lengthOf(yield* outbox(brandId), 3)
      const { json } = yield* ask("GET", `/v1/brands/${brandId}/tickets/${tickets[4]}/messages`)
      assert.deepInclude(json[0], { kind: "autoresponse", status: "suppressed" })
      assert.isString(json[0].error)
      yield* receive(brandId, { from: "paul@north.example" })
      assert.lengthOf(yield* outbox(brandId), 4)
    })
  )

  it.effect("are limited to a thousand an hour per brand, whoever the recipients are", () =>
    Effect.gen(function* () {
      const brandId = yield* brandWith()
      yield* receive(brandId, { from: "ines@north.example" })
      assert.lengthOf(yield* outbox(brandId), 1)
      const { system } = yield* Database
      const copied = "kind, subject, text, sealed, state, expires_at, tenant_id, brand_id, ticket_id"
      yield* system.unsafe(
        `INSERT INTO outgoing_mail (id, message_id, recipient, ${copied})
          SELECT uuid_at(now() - n * interval '1 second'), 'budget ' || n, n || '@elsewhere.example', ${copied}
          FROM generate_series(1, 999) n, (SELECT * FROM outgoing_mail WHERE brand_id = $1::uuid) m`,
        [uuidOf(brandId)]
      )
      const { ticketId } = yield* receive(brandId, { from: "paul@north.example" })
      // It is composed when someone looks at the outbox.
      yield* outbox(brandId)
      const { json } = yield* ask("GET", `/v1/brands/${brandId}/tickets/${ticketId}/messages`)
      assert.deepInclude(json[0], { kind: "autoresponse", status: "suppressed" })
    })
  )
})
