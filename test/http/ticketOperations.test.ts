import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type BrandId, type TicketId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { type Asked, HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { linkFor, seedMember } from "../support/signInServices.ts"
import { teamMember } from "../support/teamMember.ts"

/** Makes names unique. */
let serial = 0

const unknownTicket = "tkt_01m896efq3e6hv4g62mf8gy9bq"

/** Sends a request, and checks the response against the schema that its endpoint declares. */
const ask = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
  const answer = yield* (yield* HttpSite).ask(method, path, options)
  assertDeclared(method, path, answer.status, answer.json)
  return answer
})

const ticketsPath = Effect.map(Installation, ({ live }) => `/v1/brands/${live.brand.id}/tickets`)

const opened = Effect.fnUntraced(function* (body: object = {}) {
  const made = yield* ask("POST", yield* ticketsPath, {
    body: { title: "Where is my parcel?", customerEmail: "ada@example.com", ...body }
  })
  assert.strictEqual(made.status, 201, made.text)
  return { id: String(made.json.id), path: `${yield* ticketsPath}/${made.json.id}` }
})

/** A ticket of another brand of the account. */
const elsewhere = Effect.gen(function* () {
  const brand = yield* ask("POST", "/v1/brands", { body: { name: `Other ${++serial}` } })
  const path = `/v1/brands/${brand.json.id}/tickets`
  const made = yield* ask("POST", path, { body: { title: "t", customerEmail: "b@c.example" } })
  return { brandId: String(brand.json.id), id: String(made.json.id), path: `${path}/${made.json.id}` }
})

/** A key for these brands only. */
const scopedKey = (...brandIds: ReadonlyArray<string>) =>
  Effect.map(ask("POST", "/v1/accounts/me/api-keys", { body: { name: "scoped", brandIds } }), ({ json }) =>
    String(json.secret)
  )

const signedIn = Effect.fnUntraced(function* (role: "admin" | "agent") {
  const { live } = yield* Installation
  const email = `${role}-${++serial}@team.example`
  yield* seedMember(live.tenant.accountId, email, role)
  const answer = yield* ask("POST", "/v1/auth/verify", { key: "", body: { token: yield* linkFor(email) } })
  return String(answer.json.sessionToken)
})

const codeOf = ({ json }: Reply) => `${json.status} ${json.code}`

/** Every endpoint, with a body that it accepts. */
const operations = [
  ["POST", "/spam", { isSpam: true }],
  ["POST", "/merge", { sourceTicketIds: [unknownTicket] }],
  ["DELETE", "?permanent=true", undefined]
] as const

layer(site(), { excludeTestServices: true })("Ticket operations over HTTP", (it) => {
  for (const [method, suffix, body] of operations) {
    it.effect(`${method} …${suffix} does not find a ticket of another brand, mode or key`, () =>
      Effect.gen(function* () {
        const { live, test } = yield* Installation
        const [here, other] = [yield* opened(), yield* elsewhere]
        const reach = yield* scopedKey(other.brandId)
        const path = yield* ticketsPath
        const unknown = yield* ask(method, `${path}/${unknownTicket}${suffix}`, { body })
        assert.strictEqual(codeOf(unknown), "404 not_found")
        const same = ({ json }: Reply) => ({ ...json, instance: "", requestId: "" })
        for (const [at, key] of [
          [`${path}/${other.id}`, live.key],
          [`${path}/tkt_1`, live.key],
          [`/v1/brands/${other.brandId}/tickets/${here.id}`, live.key],
          [here.path, test.key],
          ...(method === "DELETE" ? [] : [[here.path, reach] as const])
        ] as const)
          assert.deepStrictEqual(same(yield* ask(method, `${at}${suffix}`, { body, key })), same(unknown), at)
      })
    )

    it.effect(`${method} …${suffix} refuses a stale version`, () =>
      Effect.gen(function* () {
        const [target, source] = [yield* opened(), yield* opened()]
        const given = suffix === "/merge" ? { sourceTicketIds: [source.id] } : body
        const stale = yield* ask(method, `${target.path}${suffix}`, { body: given, headers: { "if-match": '"7"' } })
        assert.strictEqual(codeOf(stale), "412 precondition_failed")
        const fits = yield* ask(method, `${target.path}${suffix}`, { body: given, headers: { "if-match": '"1"' } })
        assert.strictEqual(fits.status, 200, fits.text)
      })
    )

    it.effect(`${method} …${suffix} takes effect once per idempotency key`, () =>
      Effect.gen(function* () {
        const [target, source] = [yield* opened(), yield* opened()]
        const given = suffix === "/merge" ? { sourceTicketIds: [source.id] } : body
        const options = { body: given, headers: { "idempotency-key": target.id } }
        const first = yield* ask(method, `${target.path}${suffix}`, options)
        assert.strictEqual(first.status, 200, first.text)
        const again = yield* ask(method, `${target.path}${suffix}`, options)
        assert.strictEqual(again.text, first.text)
        assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      })
    )
  }

  it.effect("spam marks the ticket and blocks its customer, and undoes both", () =>
    Effect.gen(function* () {
      const customerEmail = "mallory@example.com"
      const ticket = yield* opened({ customerEmail, status: "pending" })
      const marked = yield* ask("POST", `${ticket.path}/spam`, { body: { isSpam: true } })
      assert.deepInclude(marked.json, { isSpam: true, status: "pending", version: 2 })
      assert.deepInclude(marked.json.customer, { isBlocked: true, version: 2 })
      assert.strictEqual((yield* ask("POST", `${ticket.path}/spam`, { body: { isSpam: true } })).json.version, 2)
      const next = yield* opened({ customerEmail })
      assert.isTrue((yield* ask("GET", next.path)).json.isSpam)
      const spared = yield* ask("POST", `${ticket.path}/spam`, { body: { isSpam: false, blockSender: false } })
      assert.deepInclude(spared.json, { isSpam: false })
      assert.isTrue(spared.json.customer.isBlocked)
      const freed = yield* ask("POST", `${ticket.path}/spam`, { body: { isSpam: false } })
      assert.deepInclude(freed.json.customer, { isBlocked: false, version: 3 })
      for (const body of [{}, { isSpam: "yes" }, { isSpam: null }, { isSpam: true, blockSender: 1 }])
        assert.strictEqual(codeOf(yield* ask("POST", `${ticket.path}/spam`, { body })), "400 validation_failed")
    })
  )

  it.effect("a merge returns the target; its sources say where they went and refuse further writes", () =>
    Effect.gen(function* () {
      const target = yield* opened({ tags: ["a"], customFields: { of: "target" } })
      const sources = [
        yield* opened({
          tags: ["b"],
          customerEmail: "max@example.com",
          body: "Of Max",
          customFields: { of: "source" }
        }),
        yield* opened({ tags: ["A", "c"] })
      ]
      for (const { path } of sources) yield* ask("POST", `${path}/comments`, { body: { body: "said" } })
      const ids = sources.map(({ id }) => id)
      const merged = yield* ask("POST", `${target.path}/merge`, { body: { sourceTicketIds: [...ids, ids[0]] } })
      assert.strictEqual(merged.status, 200, merged.text)
      assert.deepInclude(merged.json, {
        id: target.id,
        targetTicketId: target.id,
        mergedTicketIds: ids,
        mergedCount: 2,
        commentCount: 4,
        version: 2,
        customFields: { of: "target" },
        participants: [{ email: "max@example.com", verified: true }]
      })
      assert.strictEqual(merged.headers.get("etag"), '"2"')
      assert.deepStrictEqual(
        merged.json.tags.map(({ name }: { name: string }) => name),
        ["a", "b", "c"]
      )
      const bodies = (yield* ask("GET", `${target.path}/comments`)).json.map(({ body }: { body: string }) => body)
      assert.deepStrictEqual(bodies.toSorted(), ["Of Max", "Where is my parcel?", "said", "said"].toSorted())
      for (const { path } of sources) {
        const source = yield* ask("GET", path)
        assert.deepInclude(source.json, { mergedIntoId: target.id, status: "closed", closeReason: "duplicate" })
        for (const refused of [
          yield* ask("PATCH", path, { body: { title: "late" } }),
          yield* ask("POST", `${path}/comments`, { body: { body: "late" } }),
          yield* ask("POST", `${path}/spam`, { body: { isSpam: true } })
        ])
          assert.deepInclude(refused.json, { code: "ticket_merged", status: 409, mergedIntoId: target.id })
      }
      const again = yield* ask("POST", `${target.path}/merge`, { body: { sourceTicketIds: ids } })
      assert.deepInclude(again.json, { mergedTicketIds: [], mergedCount: 0, version: 2 })
    })
  )

  it.effect("a merge is refused as a whole if any part cannot be merged", () =>
    Effect.gen(function* () {
      const [target, other, gone, fine] = [yield* opened(), yield* opened(), yield* opened(), yield* opened()]
      const away = yield* opened()
      const foreign = yield* elsewhere
      yield* ask("POST", `${other.path}/merge`, { body: { sourceTicketIds: [away.id] } })
      yield* ask("DELETE", gone.path)
      const merge = (path: string, ...sourceTicketIds: ReadonlyArray<unknown>) =>
        ask("POST", `${path}/merge`, { body: { sourceTicketIds } })
      for (const [path, source, named] of [
        [target.path, away.id, away.id],
        [target.path, gone.id, gone.id],
        [away.path, fine.id, away.id],
        [gone.path, fine.id, gone.id]
      ] as const) {
        const refused = yield* merge(path, ...(path === target.path ? [fine.id, source] : [source]))
        assert.deepInclude(refused.json, { status: 409, code: "merge_not_possible", ticketId: named })
      }
      for (const [source, code] of [
        [target.id, "not_allowed"],
        [foreign.id, "unknown_id"],
        [unknownTicket, "unknown_id"],
        ["tkt_1", "unknown_id"],
        [7, "type"]
      ] as const) {
        const refused = yield* merge(target.path, fine.id, source)
        assert.include(refused.json.errors?.[0], { field: "sourceTicketIds[1]", code }, refused.text)
      }
      assert.strictEqual((yield* merge(target.path)).json.errors[0].field, "sourceTicketIds")
      const many = yield* merge(target.path, ...Array(26).fill(fine.id))
      assert.include(many.json.errors[0], { field: "sourceTicketIds", code: "too_many" })
      assert.strictEqual((yield* ask("GET", fine.path)).json.version, 1)
    })
  )

  it.effect("a merge that would exceed a limit of the target is refused with the limit", () =>
    Effect.gen(function* () {
      const names = (from: number) => Array.from({ length: 30 }, (_, n) => `tag ${from + n}`)
      const [target, source] = [yield* opened({ tags: names(0) }), yield* opened({ tags: names(30) })]
      const refused = yield* ask("POST", `${target.path}/merge`, { body: { sourceTicketIds: [source.id] } })
      assert.deepInclude(refused.json, { status: 409, code: "limit_reached", limit: 50 })
      assert.notProperty((yield* ask("GET", source.path)).json, "mergedIntoId")
    })
  )

  it.effect("a bulk change responds for every ticket, in the given order", () =>
    Effect.gen(function* () {
      const [a, b, gone] = [yield* opened(), yield* opened(), yield* opened()]
      yield* ask("DELETE", gone.path)
      const foreign = yield* elsewhere
      const ticketIds = [b.id, foreign.id, "tkt_1", gone.id, a.id]
      const answer = yield* ask("POST", `${yield* ticketsPath}/bulk`, {
        body: { action: "setPriority", priority: "urgent", ticketIds }
      })
      assert.strictEqual(answer.status, 200, answer.text)
      const failed = (ticketId: string) => ({
        ticketId,
        success: false,
        code: "not_found",
        message: "This record does not exist, or this credential cannot access it."
      })
      assert.deepStrictEqual(answer.json, {
        success: false,
        count: 2,
        failed: 3,
        results: [
          { ticketId: b.id, success: true },
          failed(foreign.id),
          failed("tkt_1"),
          failed(gone.id),
          { ticketId: a.id, success: true }
        ]
      })
      assert.strictEqual((yield* ask("GET", a.path)).json.priority, "urgent")
    })
  )

  it.effect("a bulk change requires the arguments of its action", () =>
    Effect.gen(function* () {
      const ticket = yield* opened()
      const { live } = yield* Installation
      const memberId = yield* seedMember(live.tenant.accountId, `bulk-${++serial}@team.example`)
      const bulk = (body: object) => Effect.flatMap(ticketsPath, (path) => ask("POST", `${path}/bulk`, { body }))
      for (const [body, shown] of [
        [{ action: "assign", assigneeId: memberId }, { assigneeId: memberId }],
        [{ action: "setTags", tags: ["x", "y"] }, {}],
        [
          { action: "close", closeReason: "no_response" },
          { status: "closed", closeReason: "no_response" }
        ],
        [{ action: "spam" }, { isSpam: true }],
        [{ action: "notSpam" }, { isSpam: false }],
        [
          { action: "setStatus", status: "pending" },
          { status: "pending", reopenCount: 1 }
        ]
      ] as const) {
        const answer = yield* bulk({ ...body, ticketIds: [ticket.id] })
        assert.deepInclude(answer.json, { success: true, count: 1, failed: 0 }, answer.text)
        assert.deepInclude((yield* ask("GET", ticket.path)).json, shown)
      }
      for (const [body, field, code] of [
        [{ action: "explode" }, "action", "enum"],
        [{}, "action", "required"],
        [{ action: "assign" }, "assigneeId", "required"],
        [{ action: "assign", assigneeId: "mem_1" }, "assigneeId", "unknown_id"],
        [{ action: "assign", assigneeId: "mem_01m893khb3f5bbmdqn6zazb1ra" }, "assigneeId", "unknown_id"],
        [{ action: "setCategory" }, "categoryId", "required"],
        [{ action: "setCategory", categoryId: "cat_01m893khb3f5bbmdqn6zazb1ra" }, "categoryId", "unknown_id"],
        [{ action: "addTags" }, "tags", "required"],
        [{ action: "addTags", tagIds: ["tag_01m893khb3f5bbmdqn6zazb1ra"] }, "tagIds[0]", "unknown_id"],
        [{ action: "addTags", tags: ["new", "tag_01m893khb3f5bbmdqn6zazb1ra"] }, "tags[1]", "unknown_id"],
        [{ action: "setStatus" }, "status", "required"],
        [{ action: "setStatus", status: "nonesuch" }, "status", "enum"],
        [{ action: "setPriority" }, "priority", "required"],
        [{ action: "setPriority", priority: "asap" }, "priority", "enum"],
        [{ action: "close", closeReason: "bored" }, "closeReason", "enum"],
        [{ action: "resolve", ticketIds: [] }, "ticketIds", "length"],
        [{ action: "resolve", ticketIds: [ticket.id, ticket.id] }, "ticketIds", "not_allowed"],
        [{ action: "resolve", ticketIds: Array.from({ length: 1_001 }, String) }, "ticketIds", "too_many"]
      ] as const) {
        const refused = yield* bulk({ ticketIds: [ticket.id], ...body })
        assert.strictEqual(refused.status, 400, refused.text)
        assert.include(refused.json.errors[0], { field, code }, JSON.stringify(body))
      }
      assert.strictEqual((yield* ask("GET", ticket.path)).json.status, "pending")
    })
  )

  it.effect("a bulk change of a hidden brand finds nothing, and takes effect once per key", () =>
    Effect.gen(function* () {
      const [ticket, other] = [yield* opened(), yield* elsewhere]
      const path = `${yield* ticketsPath}/bulk`
      const body = { action: "addTags", tags: ["once"], ticketIds: [ticket.id] }
      const reach = yield* scopedKey(other.brandId)
      assert.strictEqual(codeOf(yield* ask("POST", path, { body, key: reach })), "404 not_found")
      const options = { body, headers: { "idempotency-key": ticket.id } }
      const first = yield* ask("POST", path, options)
      yield* ask("PATCH", ticket.path, { body: { tags: [] } })
      const again = yield* ask("POST", path, options)
      assert.strictEqual(again.text, first.text)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.lengthOf((yield* ask("GET", ticket.path)).json.tags, 0)
      const reused = yield* ask("POST", path, { ...options, body: { ...body, tags: ["other"] } })
      assert.strictEqual(codeOf(reused), "422 idempotency_key_reused")
    })
  )

  it.effect("a purge is for keys with access to all brands, owners and admins", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const ticket = yield* opened()
      const path = `${ticket.path}?permanent=true`
      const scoped = yield* ask("DELETE", path, { key: yield* scopedKey(live.brand.id) })
      assert.deepInclude(scoped.json, { status: 403, code: "forbidden", required: "all_brands" })
      const agent = yield* ask("DELETE", path, { key: yield* signedIn("agent") })
      assert.deepInclude(agent.json, { status: 403, code: "forbidden", required: "admin" })
      assert.strictEqual((yield* ask("GET", ticket.path)).status, 200)
      const gone = yield* ask("DELETE", path, { key: yield* signedIn("admin") })
      assert.strictEqual(gone.status, 200, gone.text)
      assert.property(gone.json, "deletedAt")
      for (const [method, suffix] of [
        ["GET", "?deleted=include"],
        ["POST", "/restore"],
        ["DELETE", "?permanent=true"],
        ["DELETE", ""]
      ] as const)
        assert.strictEqual(codeOf(yield* ask(method, `${ticket.path}${suffix}`)), "404 not_found")
    })
  )

  it.effect("stats count by category whatever is not spam, deleted or merged", () =>
    Effect.gen(function* () {
      const brand = yield* ask("POST", "/v1/brands", { body: { name: "Counted", ticketPrefix: "CNT" } })
      const path = `/v1/brands/${brand.json.id}/tickets`
      const { live } = yield* Installation
      const assigneeId = yield* seedMember(live.tenant.accountId, `stats-${++serial}@team.example`)
      const make = (body: object) =>
        Effect.map(
          ask("POST", path, { body: { title: "t", customerEmail: "a@b.example", ...body } }),
          ({ json }) => json.id
        )
      const open = yield* make({ assigneeId })
      yield* make({ status: "pending" })
      yield* make({ status: "resolved" })
      yield* ask("PATCH", `${path}/${yield* make({})}`, { body: { status: "closed" } })
      yield* ask("PATCH", `${path}/${yield* make({})}`, { body: { isSpam: true } })
      yield* ask("DELETE", `${path}/${yield* make({})}`)
      yield* ask("POST", `${path}/${open}/merge`, { body: { sourceTicketIds: [yield* make({})] } })
      const stats = yield* ask("GET", `/v1/tickets/stats?brandIds=${brand.json.id},br_01m893khb3f5bbmdqn6zazb1ra`)
      const counts = { open: 1, pending: 1, resolved: 1, closed: 1 }
      assert.deepStrictEqual(stats.json, {
        total: 4,
        ...counts,
        // No one needs to take a resolved or closed ticket.
        unassigned: 1,
        spam: 1,
        byBrand: { [brand.json.id]: { name: "Counted", prefix: "CNT", total: 4, ...counts } }
      })
      const all = yield* ask("GET", "/v1/tickets/stats")
      assert.property(all.json.byBrand, live.brand.id)
      const key = yield* scopedKey(brand.json.id)
      assert.deepStrictEqual((yield* ask("GET", "/v1/tickets/stats", { key })).json, stats.json)
      const none = yield* ask("GET", `/v1/tickets/stats?brandIds=${live.brand.id}`, { key })
      assert.deepInclude(none.json, { total: 0, byBrand: {} })
    })
  )

  it.effect("stats show members what they still have to do, in the brands that they see, up to a hundred", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const { system } = yield* Database
      const [ana, tom] = [yield* teamMember("agent"), yield* teamMember("agent")]
      const path = `/v1/brands/${live.brand.id}/tickets`
      const make = (assigneeId: string, body: object = {}) =>
        Effect.map(
          ask("POST", path, { body: { title: "t", customerEmail: "a@b.example", assigneeId, ...body } }),
          ({ json }) => json.id as string
        )
      const mine = ({ key }: { readonly key: string }, query = "") =>
        Effect.map(ask("GET", `/v1/tickets/stats${query}`, { key }), ({ json }) => json.mine)
      assert.strictEqual(yield* mine(ana), 0)
      const first = yield* make(ana.id)
      yield* make(ana.id, { status: "pending" })
      yield* make(ana.id, { status: "resolved" })
      yield* make(tom.id)
      yield* ask("PATCH", `${path}/${yield* make(ana.id)}`, { body: { isSpam: true } })
      yield* ask("DELETE", `${path}/${yield* make(ana.id)}`)
      yield* ask("POST", `${path}/${first}/merge`, { body: { sourceTicketIds: [yield* make(ana.id)] } })
      assert.deepStrictEqual([yield* mine(ana), yield* mine(tom)], [2, 1])
      // Concurrent callers each see their own.
      const asked = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? ana : tom))
      const told = yield* Effect.forEach(asked, (who) => mine(who), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        told,
        asked.map((who) => (who === ana ? 2 : 1))
      )
      assert.strictEqual(yield* mine(ana, `?brandIds=${live.brand.id}`), 2)
      assert.strictEqual(yield* mine(ana, "?brandIds=br_01m893khb3f5bbmdqn6zazb1ra"), 0)
      const other = (yield* ask("POST", "/v1/brands", { body: { name: "Gone", ticketPrefix: "GONE" } })).json.id
      const input = { title: "t", customerEmail: "a@b.example", assigneeId: ana.id }
      yield* ask("POST", `/v1/brands/${other}/tickets`, { body: input })
      assert.strictEqual(yield* mine(ana), 3)
      yield* system`update brands set deleted_at = now() where id = ${uuidOf(other as BrandId)}`
      assert.strictEqual(yield* mine(ana), 2)
      // A key is not a member who could take a ticket.
      assert.isUndefined(yield* mine(live))

      yield* system`insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, title, status_id, status, status_category, priority, assignee_id, source, origin, created_at, updated_at)
        select new_uuid_v7(), tenant_id, brand_id, 900000 + n, customer_id, customer_email, title, status_id, status, status_category, priority, assignee_id, source, origin, now(), now()
        from tickets, generate_series(1, 120) n where id = ${uuidOf(first as TicketId)}`
      assert.strictEqual(yield* mine(ana), 100)
    })
  )

  it.effect("stats use index scans only, also as the role bound by row-level security", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { live } = yield* Installation
      yield* opened()
      yield* system`vacuum analyze tickets`
      const plan = yield* system.withTransaction(
        Effect.gen(function* () {
          yield* system`set local enable_seqscan = off`
          return yield* system<{
            "QUERY PLAN": string
          }>`explain select count(*), count(*) filter (where assignee_id is null),
            count(*) filter (where status_category = 'open') from tickets
            where brand_id = (select id from brands where tenant_id = ${live.tenant.id} limit 1)
              and deleted_at is null and merged_into_id is null and not is_spam`
        })
      )
      assert.include(plan.map((line) => line["QUERY PLAN"]).join("\n"), "Index Only Scan using tickets_status")
    })
  )
})

layer(site({ rateLimitPerMinute: 6_000 }), { excludeTestServices: true })("Merge and bulk", (it) => {
  it.effect("have a bucket of 60 a minute per credential, besides the general one", () =>
    Effect.gen(function* () {
      const path = `${yield* ticketsPath}/bulk`
      const bulk = () => ask("POST", path, { body: {} })
      const first = yield* bulk()
      assert.strictEqual(first.headers.get("x-ratelimit-limit"), "60")
      for (let asked = 1; asked < 60; asked++) assert.strictEqual((yield* bulk()).status, 400)
      // A slow machine has accumulated more tokens in the meantime.
      const limited = yield* Effect.repeat(bulk(), { until: ({ status }) => status !== 400 })
      assert.strictEqual(codeOf(limited), "429 rate_limited")
      // One more becomes available each second.
      const merge = ask("POST", `${yield* ticketsPath}/${unknownTicket}/merge`, { body: {} })
      yield* Effect.repeat(merge, { until: ({ status }) => status === 429 })
      assert.strictEqual((yield* ask("GET", yield* ticketsPath)).status, 200)
    })
  )
})
