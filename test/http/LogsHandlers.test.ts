import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { transaction } from "../../src/sql/transaction.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { linkFor, seedMember } from "../support/signInServices.ts"

/** Sends a request, and checks the response against the schema that its endpoint declares. */
const ask = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
  const answer = yield* (yield* HttpSite).ask(method, path, options)
  assertDeclared(method, path, answer.status, answer.json)
  return answer
})

const ownBrand = Effect.fnUntraced(function* (name: string) {
  const brand = (yield* ask("POST", "/v1/brands", { body: { name } })).json
  const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name, brandIds: [brand.id] } })
  return { brandId: brand.id as string, key: made.json.secret as string }
})

const sessionOf = Effect.fnUntraced(function* (email: string, role: "admin" | "agent") {
  const { live } = yield* Installation
  yield* seedMember(live.tenant.accountId, email, role)
  const token = yield* linkFor(email)
  const { json } = yield* (yield* HttpSite).ask("POST", "/v1/auth/verify", { key: "", body: { token } })
  return json.sessionToken as string
})

const events = (lines: ReadonlyArray<{ event: string }>) => lines.map(({ event }) => event)

layer(site(), { excludeTestServices: true })("The audit log", (it) => {
  it.effect("has the history of a ticket, oldest first: the ticket, its comments and files", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("History")
      const tickets = `/v1/brands/${brandId}/tickets`
      const ticket = (yield* ask("POST", tickets, { body: { title: "Lost", customerEmail: "ada@logs.example" } })).json
      const session = yield* sessionOf("agent@logs.example", "agent")
      yield* ask("PATCH", `${tickets}/${ticket.id}`, { key: session, body: { priority: "high" } })
      yield* ask("POST", `${tickets}/${ticket.id}/comments`, { key, body: { body: "Found it" } })
      yield* ask("POST", tickets, { body: { title: "Another", customerEmail: "ada@logs.example" } })
      const { json } = yield* ask("GET", `${tickets}/${ticket.id}/logs`, { key })
      assert.deepStrictEqual(events(json), ["ticket.created", "ticket.updated", "comment.created"])
      const [created, updated, commented] = json
      assert.include(created, { brandId, entityType: "ticket", entityId: ticket.id, source: "api" })
      assert.deepInclude(updated, { changes: { priority: { old: "normal", new: "high" } }, source: "dashboard" })
      assert.include(updated.performedBy, { type: "user", email: "agent@logs.example" })
      assert.include(commented.performedBy, { type: "api", name: "History", apiKeyPrefix: key.slice(0, 12) })
      assert.include(commented, { entityType: "comment" })
      assert.match(commented.requestId, /^req_/)
      assert.notInclude(JSON.stringify(json), "Found it")
    })
  )

  it.effect("records whose comment changed a ticket's status, and who deleted it", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Moves")
      const tickets = `/v1/brands/${brandId}/tickets`
      const ticket = (yield* ask("POST", tickets, { body: { title: "Lost", customerEmail: "ada@logs.example" } })).json
      const comments = `${tickets}/${ticket.id}/comments`
      yield* ask("POST", comments, { key, body: { body: "Found it", setStatus: "resolved" } })
      yield* ask("POST", comments, { key, body: { body: "No, you did not", authorType: "CUSTOMER" } })
      const held = { body: "Sorry", setStatus: "pending", cc: ["ben@logs.example"], sendAfterSeconds: 60 }
      const { json } = yield* ask("POST", comments, { key, body: held })
      yield* ask("DELETE", `${comments}/${json.id}?unsent=true`, { key })
      const lines = (yield* ask("GET", `${tickets}/${ticket.id}/logs`, { key })).json
      const change = (from: string, to: string) => ({ status: { old: from, new: to } })
      const copied = [{ email: "ben@logs.example", verified: true }]
      assert.deepStrictEqual(
        lines.map(({ changes, event }: { changes?: object; event: string }) => [event, changes]),
        [
          ["ticket.created", undefined],
          ["comment.created", undefined],
          ["ticket.updated", change("open", "resolved")],
          ["comment.created", undefined],
          ["ticket.updated", change("resolved", "open")],
          ["comment.created", undefined],
          ["ticket.updated", { ...change("open", "pending"), participants: { old: null, new: copied } }],
          ["comment.deleted", undefined],
          ["ticket.updated", { ...change("pending", "open"), participants: { old: copied, new: null } }]
        ]
      )
      assert.include(lines[2].performedBy, { type: "api", name: "Moves" })
    })
  )

  it.effect("shows the history of a ticket in the trash, and nothing that the caller cannot access", () =>
    Effect.gen(function* () {
      const [own, foreign] = [yield* ownBrand("Own"), yield* ownBrand("Foreign")]
      const path = `/v1/brands/${own.brandId}/tickets`
      const ticket = (yield* ask("POST", path, { body: { title: "Gone", customerEmail: "ada@logs.example" } })).json
      yield* ask("DELETE", `${path}/${ticket.id}`)
      assert.deepStrictEqual(events((yield* ask("GET", `${path}/${ticket.id}/logs`)).json).at(-1), "ticket.deleted")
      const { test } = yield* Installation
      const refusals = [
        yield* ask("GET", `${path}/${ticket.id}/logs`, { key: foreign.key }),
        yield* ask("GET", `${path}/${ticket.id}/logs`, { key: test.key }),
        yield* ask("GET", `/v1/brands/${foreign.brandId}/tickets/${ticket.id}/logs`),
        yield* ask("GET", `${path}/nonsense/logs`),
        yield* ask("GET", `/v1/brands/${own.brandId}/logs`, { key: foreign.key }),
        yield* ask("GET", "/v1/brands/nonsense/logs")
      ]
      for (const { json, status } of refusals) assert.deepStrictEqual([status, json.code], [404, "not_found"])
    })
  )

  it.effect("lists a brand's entries page by page, newest first, with filters", () =>
    Effect.gen(function* () {
      const { brandId, key } = yield* ownBrand("Filters")
      const tickets = `/v1/brands/${brandId}/tickets`
      const one = (yield* ask("POST", tickets, { body: { title: "One", customerEmail: "one@logs.example" } })).json
      yield* ask("PATCH", `${tickets}/${one.id}`, { key, body: { title: "One more" } })
      const path = `/v1/brands/${brandId}/logs`
      const all = (yield* ask("GET", path, { key })).json
      assert.deepStrictEqual(events(all.data), [
        "ticket.updated",
        "ticket.created",
        "customer.created",
        "brand.created"
      ])
      const first = (yield* ask("GET", `${path}?limit=2`, { key })).json
      assert.isTrue(first.pagination.hasMore)
      const cursor = first.pagination.nextCursor
      const second = (yield* ask("GET", `${path}?limit=2&cursor=${cursor}`, { key })).json
      assert.deepStrictEqual([...first.data, ...second.data], all.data)
      assert.strictEqual((yield* ask("GET", `${path}?event=x&cursor=${cursor}`, { key })).json.code, "invalid_cursor")
      const found = Effect.fnUntraced(function* (query: string) {
        return events((yield* ask("GET", `${path}?${query}`, { key })).json.data)
      })
      assert.deepStrictEqual(yield* found("entityType=brand"), ["brand.created"])
      assert.deepStrictEqual(yield* found(`entityId=${one.id}`), ["ticket.updated", "ticket.created"])
      assert.deepStrictEqual(yield* found("entityId=tkt_01m893khb3f5bbmdqn6zazb1ra"), [])
      assert.deepStrictEqual(yield* found("event=ticket.created,ticket.merged"), ["ticket.created"])
      assert.deepStrictEqual(yield* found("performerType=user"), [])
      assert.deepStrictEqual(yield* found("endDate=2001-01-01"), [])
      assert.deepStrictEqual(yield* found("startDate=2999-01-01"), [])
      assert.deepStrictEqual(yield* found("startDate=1970-01-01"), events(all.data))
      assert.deepStrictEqual(yield* found("endDate=1970-01-01"), [])
      const at = all.data[0].createdAt
      assert.include(yield* found(`startDate=${at}&endDate=${at}`), "ticket.updated")
      for (const [query, field] of [
        ["entityType=ghost", "entityType"],
        ["performerType=ghost", "performerType"],
        ["event=ticket.created,ticket.craeted", "event"],
        // An event for subscribers; the log has the update that closed the ticket.
        ["event=ticket.closed", "event"],
        ["startDate=yesterday", "startDate"],
        ["limit=0", "limit"]
      ]) {
        const refused = yield* ask("GET", `${path}?${query}`)
        assert.strictEqual(refused.json.errors[0].field, field)
      }
    })
  )

  it.effect("shows the account's entries to whoever administers it", () =>
    Effect.gen(function* () {
      const { key } = yield* ownBrand("Account")
      const { data } = (yield* ask("GET", "/v1/accounts/me/logs")).json
      assert.include(events(data), "brand.created")
      assert.include(events(data), "api_key.created")
      for (const { entityType } of data)
        assert.include(["account", "api_key", "member", "brand", "channel"], entityType)
      assert.strictEqual((yield* ask("GET", "/v1/accounts/me/logs", { key })).json.required, "all_brands")
      const agent = yield* sessionOf("agent2@logs.example", "agent")
      assert.strictEqual((yield* ask("GET", "/v1/accounts/me/logs", { key: agent })).json.required, "admin")
      const admin = yield* sessionOf("admin@logs.example", "admin")
      assert.strictEqual((yield* ask("GET", "/v1/accounts/me/logs?limit=1", { key: admin })).json.data.length, 1)
    })
  )

  it.effect("cannot be changed or thinned out by the database role of requests", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const { live } = yield* Installation
      const { json } = yield* ask("GET", "/v1/accounts/me/logs?limit=1")
      const id = uuidOf(json.data[0].id)
      for (const statement of [
        "update audit_log set event = 'nothing' where id = $1",
        "delete from audit_log where id = $1",
        "truncate audit_log"
      ]) {
        const refused = yield* database.writes
          .unsafe(statement, statement.includes("$1") ? [id] : [])
          .pipe(transaction(database, live.tenant), Effect.catchDefect(Effect.succeed))
        assert.match(String(refused), /permission denied|42501/)
      }
    })
  )
})
