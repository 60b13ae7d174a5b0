import { connect } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { transaction } from "../../src/sql/transaction.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { requestWritten } from "../support/requestsWritten.ts"
import { asking, teamMember } from "../support/teamMember.ts"
import { until } from "../support/until.ts"

const path = "/v1/accounts/me/requests"

/** A brand with a key for it alone. */
const ownBrand = Effect.fnUntraced(function* (name: string) {
  const brand = (yield* asking("POST", "/v1/brands", { body: { name } })).json
  const made = yield* asking("POST", "/v1/accounts/me/api-keys", { body: { name, brandIds: [brand.id] } })
  return {
    brandId: String(brand.id),
    key: String(made.json.secret),
    keyId: String(made.json.id),
    tickets: `/v1/brands/${brand.id}/tickets`
  }
})

/** The log entry of a request, once it is written. */
const entryOf = Effect.fnUntraced(function* (id: string) {
  yield* requestWritten(id)
  return (yield* asking("GET", `${path}/${id}`)).json
})

/** Sends a request; returns its log entry. */
const logged = Effect.fnUntraced(function* (method: string, target: string, options?: Asked) {
  const answer = yield* (yield* HttpSite).ask(method, target, options)
  return { answer, entry: yield* entryOf(answer.headers.get("x-request-id") ?? "") }
})

layer(site(), { excludeTestServices: true })("The request log", (it) => {
  it.effect("records what was requested with a key, and the response", () =>
    Effect.gen(function* () {
      const { brandId, key, keyId, tickets } = yield* ownBrand("Told")
      const headers = { "idempotency-key": '"order-1"', "user-agent": "shop/1.0" }
      const body = { title: "Late", customerEmail: "ines@told.example" }
      const { answer, entry } = yield* logged("POST", tickets, { key, headers, body })
      const { createdAt, durationMs, ...said } = entry
      assert.deepStrictEqual(said, {
        id: answer.headers.get("x-request-id"),
        apiKey: { id: keyId, prefix: key.slice(0, 12) },
        brandId,
        operation: "tickets.create",
        method: "POST",
        path: tickets,
        status: 201,
        idempotencyKey: "order-1",
        replayed: false,
        ip: "127.0.0.1",
        userAgent: "shop/1.0",
        omitted: 0
      })
      assert.isAtLeast(durationMs, 0)
      assert.isAtMost(Math.abs(Date.parse(createdAt) - Date.now()), 600_000)
      const again = yield* logged("POST", tickets, { key, headers, body })
      assert.include(again.entry, { status: 201, replayed: true, idempotencyKey: "order-1" })
      const spoilt = yield* logged("POST", tickets, { key, headers: { "idempotency-key": "a b" }, body })
      assert.deepInclude(spoilt.entry, { status: 400 })
      assert.notProperty(spoilt.entry, "idempotencyKey")
      assert.strictEqual(spoilt.entry.problem.code, "invalid_idempotency_key")
    })
  )

  it.effect("records why a request was refused, as its response did", () =>
    Effect.gen(function* () {
      const { key, tickets } = yield* ownBrand("Refused")
      const invalid = yield* logged("POST", tickets, { key, body: { title: "", customerEmail: "x" } })
      assert.deepInclude(invalid.entry, {
        status: 400,
        problem: { code: "validation_failed", errors: invalid.answer.json.errors }
      })
      const unknown = yield* logged("GET", `${tickets}/tkt_01m893khb3f5bbmdqn6zazb1ra`, { key })
      assert.deepInclude(unknown.entry, {
        status: 404,
        operation: "tickets.get",
        problem: { code: "not_found", detail: unknown.answer.json.detail }
      })
      const forbidden = yield* logged("GET", path, { key })
      assert.deepInclude(forbidden.entry, { status: 403, operation: "requests.list" })
      assert.strictEqual(forbidden.entry.problem.detail, forbidden.answer.json.detail)
    })
  )

  it.effect("records clients that hung up before the response, and blames no one else", () =>
    Effect.gen(function* () {
      const { key, keyId, tickets } = yield* ownBrand("Gone")
      const { port } = yield* HttpSite
      const head = `POST ${tickets} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
      const socket = connect(port, "127.0.0.1")
      socket.write(`${head}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`)
      // The server asks for its body, so the request was admitted.
      socket.once("data", () => socket.destroy())
      const { json } = yield* until(asking("GET", `${path}?keyId=${keyId}`), ({ json }) => json.data.length > 0)
      assert.strictEqual(json.data[0].status, 499)
      assert.notProperty(json.data[0], "problem")
    })
  )

  it.effect("includes requests that were refused because their key is no longer valid", () =>
    Effect.gen(function* () {
      const { key, keyId, tickets } = yield* ownBrand("Ended")
      yield* asking("DELETE", `/v1/accounts/me/api-keys/${keyId}`)
      const { entry } = yield* logged("GET", tickets, { key })
      assert.deepInclude(entry, { status: 401, apiKey: { id: keyId, prefix: key.slice(0, 12) } })
      assert.strictEqual(entry.problem.code, "unauthorized")
    })
  )

  it.effect("stores nothing that identifies a person", () =>
    Effect.gen(function* () {
      const { brandId, key, tickets } = yield* ownBrand("Private")
      const { entry } = yield* logged(
        "GET",
        `${tickets}/ada.lovelace@told.example?search=lovelace&priority=high,lovelace&limit=5&ada.lovelace%40told.example=1`,
        { key }
      )
      assert.include(entry, { path: `${tickets}/{ticketId}`, query: "search=…&priority=…&limit=…&…=…", brandId })
      const listed = yield* logged("GET", `${tickets}?q=lovelace&priority=high,low&limit=5&updatedAfter=2026-11-20`, {
        key
      })
      assert.strictEqual(listed.entry.query, "q=…&priority=high,low&limit=5&updatedAfter=2026-11-20")
      const body = {
        title: 5,
        customerEmail: "ada lovelace",
        customFields: { "ada.lovelace": "Lovelace".repeat(9000) }
      }
      yield* logged("POST", tickets, { key, headers: { "user-agent": "shop" }, body })
      const { system } = yield* Database
      const rows = yield* Effect.orDie(system<{ row: string }>`SELECT r::text AS row FROM api_requests r`)
      assert.isAbove(rows.length, 5)
      for (const { row } of rows) assert.notMatch(row, /lovelace/i)
      assert.notInclude(JSON.stringify(rows), key.slice(12, 40))
    })
  )

  it.effect("is listed page by page, newest first, and filtered", () =>
    Effect.gen(function* () {
      const { brandId, key, keyId, tickets } = yield* ownBrand("Filtered")
      const { ask } = yield* HttpSite
      const ids: Array<string> = []
      for (const [method, target, body] of [
        ["POST", tickets, { title: "One", customerEmail: "one@told.example" }],
        ["GET", tickets, undefined],
        ["GET", `${tickets}?limit=0`, undefined],
        ["GET", "/v1/brands", undefined],
        ["POST", tickets, {}],
        ["DELETE", `${tickets}/tkt_01m893khb3f5bbmdqn6zazb1ra`, undefined]
      ] as const) {
        const answer = yield* ask(method, target, { key, body })
        ids.unshift(answer.headers.get("x-request-id") ?? "")
      }
      const mine = `${path}?keyId=${keyId}`
      yield* Effect.forEach(ids, requestWritten)
      const found = Effect.fnUntraced(function* (query: string) {
        const { json } = yield* asking("GET", `${mine}&${query}`)
        return json.data.map(({ id }: { id: string }) => ids.indexOf(id))
      })
      assert.deepStrictEqual(yield* found(""), [0, 1, 2, 3, 4, 5])
      assert.deepStrictEqual(yield* found("status=4xx"), [0, 1, 3])
      assert.deepStrictEqual(yield* found("status=404,201"), [0, 5])
      assert.deepStrictEqual(yield* found("status=5xx"), [])
      assert.deepStrictEqual(yield* found("method=DELETE,POST"), [0, 1, 5])
      assert.deepStrictEqual(yield* found("operation=tickets.create"), [1, 5])
      assert.deepStrictEqual(yield* found("operation=tickets.list,brands.list"), [2, 3, 4])
      assert.deepStrictEqual(yield* found(`path=${tickets}/`), [0])
      assert.deepStrictEqual(yield* found(`brandId=${brandId}`), [0, 1, 3, 4, 5])
      assert.deepStrictEqual(yield* found(`requestId=${ids[2]}`), [2])
      assert.deepStrictEqual(yield* found("startDate=2999-01-01"), [])
      assert.deepStrictEqual(yield* found("endDate=2001-01-01"), [])
      const { createdAt } = yield* entryOf(ids[2] ?? "")
      assert.include(yield* found(`startDate=${createdAt}&endDate=${createdAt}`), 2)
      for (const [name, prefix] of Object.entries({ keyId: "key", brandId: "br", requestId: "req" })) {
        const unknown = yield* asking("GET", `${path}?${name}=${prefix}_01m893khb3f5bbmdqn6zazb1ra`)
        assert.deepStrictEqual(unknown.json.data, [])
      }
      const misspelt = yield* asking("GET", `${path}?operation=tickets.list,tickets.lsit`)
      assert.deepStrictEqual([misspelt.status, misspelt.json.errors[0].field], [400, "operation"])
      const whole = (yield* asking("GET", `${path}?brandId=${brandId}&status=4xx&operation=tickets.create`)).json.data
      assert.deepStrictEqual(
        whole.map(({ id }: { id: string }) => id),
        [ids[1]]
      )

      const first = (yield* asking("GET", `${mine}&limit=4`)).json
      const cursor = first.pagination.nextCursor
      const second = (yield* asking("GET", `${mine}&limit=4&cursor=${cursor}`)).json
      assert.deepStrictEqual(
        [...first.data, ...second.data].map(({ id }) => id),
        ids
      )
      assert.isFalse(second.pagination.hasMore)
      assert.strictEqual((yield* asking("GET", `${path}?cursor=${cursor}`)).json.code, "invalid_cursor")
      for (const [query, field] of [
        ["status=6xx", "status"],
        ["status=ok", "status"],
        ["method=BREW", "method"],
        ["startDate=yesterday", "startDate"]
      ]) {
        const refused = yield* asking("GET", `${path}?${query}`)
        assert.strictEqual(refused.json.errors[0].field, field)
      }
    })
  )

  it.effect("belongs to its tenant alone, and requests can only read it", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const { key } = yield* ownBrand("Own")
      const { entry } = yield* logged("GET", "/v1/brands", { key })
      assert.strictEqual((yield* asking("GET", `${path}/${entry.id}`, { key: test.key })).status, 404)
      const of = (yield* asking("GET", `${path}?requestId=${entry.id}`, { key: test.key })).json.data
      assert.deepStrictEqual(of, [])
      assert.strictEqual((yield* asking("GET", `${path}/req_nonsense`)).status, 404)
      const admin = yield* teamMember("admin")
      assert.strictEqual((yield* admin.ask("GET", `${path}/${entry.id}`)).json.id, entry.id)
      const agent = yield* teamMember("agent")
      assert.strictEqual((yield* agent.ask("GET", path)).json.required, "admin")

      const database = yield* Database
      for (const statement of [
        "update api_requests set status = 200 where id = $1",
        "delete from api_requests where id = $1"
      ]) {
        const refused = yield* database.writes
          .unsafe(statement, [uuidOf(entry.id)])
          .pipe(transaction(database, live.tenant), Effect.catchDefect(Effect.succeed))
        assert.match(String(refused), /permission denied|42501/)
      }
    })
  )

  it.effect("leads to what a request has changed", () =>
    Effect.gen(function* () {
      const { brandId, key, tickets } = yield* ownBrand("Led")
      const { answer, entry } = yield* logged("POST", tickets, {
        key,
        body: { title: "Late", customerEmail: "ines@told.example" }
      })
      yield* logged("PATCH", `${tickets}/${answer.json.id}`, { key, body: { title: "Later" } })
      const { json } = yield* asking("GET", `/v1/brands/${brandId}/logs?requestId=${entry.id}`)
      assert.deepStrictEqual(
        json.data.map(({ event }: { event: string }) => event),
        ["ticket.created", "customer.created"]
      )
      const made = yield* logged("POST", "/v1/accounts/me/api-keys", { body: { name: "Another" } })
      const ofAccount = (yield* asking("GET", `/v1/accounts/me/logs?requestId=${made.entry.id}`)).json.data
      assert.deepInclude(ofAccount[0], { event: "api_key.created", entityId: made.answer.json.id })
      assert.lengthOf(ofAccount, 1)
      const unknown = yield* asking("GET", "/v1/accounts/me/logs?requestId=req_01m893khb3f5bbmdqn6zazb1ra")
      assert.deepStrictEqual(unknown.json.data, [])
    })
  )
})

layer(site({ rateLimitPerMinute: 40 }), { excludeTestServices: true })("In a busy second", (it) => {
  it.effect("requests refused by the rate limit are logged too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const limited = yield* until(ask("GET", "/v1/brands"), ({ status }) => status === 429)
      const [row] = yield* requestWritten(limited.json.requestId)
      assert.strictEqual(row?.problem?.code, "rate_limited")
      assert.strictEqual((yield* ask("GET", path, { key: test.key })).json.data.length, 0)
    })
  )
})
