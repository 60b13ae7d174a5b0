import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "../../src/accounts/ApiKeys.ts"
import { makeKeySecret } from "../../src/accounts/KeySecret.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { causation, Installation } from "../support/Installation.ts"
import { teamMember } from "../support/teamMember.ts"

/** A body without the parts that differ from response to response. */
const bare = ({ text }: { readonly text: string }, path: string) =>
  text.replaceAll(/req_[0-9a-z]{26}/g, "req").replaceAll(path, "path")

layer(site(), { excludeTestServices: true })("Admission", (it) => {
  it.effect("takes a key only from Authorization: Bearer, byte for byte", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      for (const authorization of [`Bearer ${live.key}`, `bearer ${live.key}`, `BEARER ${live.key}`]) {
        assert.strictEqual((yield* ask("GET", "/v1/brands", { key: "", headers: { authorization } })).status, 200)
      }
      const wrong: ReadonlyArray<Record<string, string>> = [
        {},
        { authorization: "" },
        { authorization: "Bearer" },
        { authorization: live.key },
        { authorization: `Bearer  ${live.key}` },
        { authorization: `Bearer ${live.key} x` },
        { authorization: `Basic ${btoa(`${live.key}:`)}` },
        { authorization: `Bearer ${live.key.toUpperCase()}` },
        { authorization: `Bearer ${live.key.slice(0, -1)}` },
        { authorization: `Bearer ${Redacted.value(makeKeySecret("live"))}` },
        { "x-api-key": live.key },
        { cookie: `trunkline_session=${live.key}` }
      ]
      for (const headers of wrong) {
        const refused = yield* ask("GET", "/v1/brands", { key: "", headers })
        assert.strictEqual(refused.status, 401, JSON.stringify(headers))
        assert.strictEqual(refused.json.code, "unauthorized")
        assert.strictEqual(refused.headers.get("www-authenticate"), 'Bearer realm="trunkline"')
      }
      assert.strictEqual((yield* ask("GET", `/v1/brands?api_key=${live.key}`, { key: "" })).status, 401)
    })
  )

  it.effect("does not reveal to callers without a key whether an id exists", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const paths = [`/v1/brands/${live.brand.id}`, "/v1/brands/br_01m893khb3f5bbmdqn6zazb1ra", "/v1/brands/x"]
      const answers = yield* Effect.forEach(paths, (path) => ask("GET", path, { key: "" }))
      assert.strictEqual(new Set(answers.map((answer, index) => bare(answer, paths[index] ?? ""))).size, 1)
    })
  )

  it.effect("answers ids of the other mode, unknown ids and malformed ids with the same bytes", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const made = yield* ask("POST", `/v1/brands/${test.brand.id}/tickets`, {
        key: test.key,
        body: { title: "Theirs", customerEmail: "a@b.example" }
      })
      const unknown = "01m893khb3f5bbmdqn6zazb1ra"
      for (const [mine, ids] of [
        ["/v1/brands/*", [test.brand.id, `br_${unknown}`, "br_1", "x", "%00", "tkt_01m893khb3f5bbmdqn6zazb1ra"]],
        [`/v1/brands/${live.brand.id}/tickets/*`, [made.json.id, `tkt_${unknown}`, "tkt_!", "0", "x".repeat(500)]],
        [`/v1/brands/${live.brand.id}/customers/*`, [made.json.customerId, `cus_${unknown}`, "cus"]],
        ["/v1/brands/*/tickets", [test.brand.id, `br_${unknown}`, "br_1"]]
      ] as const) {
        const answers = new Set<string>()
        for (const id of ids) {
          const path = mine.replace("*", id)
          const answer = yield* ask("GET", path)
          assert.strictEqual(answer.status, 404, path)
          answers.add(bare(answer, path))
        }
        assert.strictEqual(answers.size, 1, mine)
      }
    })
  )

  it.effect("limits a key to its brands, and the account's endpoints to keys with access to all brands", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const other = yield* ask("POST", "/v1/brands", { body: { name: "Elsewhere" } })
      const keys = yield* ApiKeys
      const made = yield* keys.create(live.tenant, causation, { name: "one brand", brandIds: [live.brand.id] })
      const key = made.replayed ? "" : Redacted.value(made.value.secret)
      assert.strictEqual((yield* ask("GET", `/v1/brands/${live.brand.id}`, { key })).status, 200)
      assert.strictEqual((yield* ask("GET", `/v1/brands/${other.json.id}`, { key })).status, 404)
      assert.lengthOf((yield* ask("GET", "/v1/brands", { key })).json, 1)
      assert.lengthOf((yield* ask("GET", `/v1/tickets?brandId=${other.json.id}`, { key })).json.data, 0)
      for (const [method, path] of [
        ["POST", "/v1/brands"],
        ["DELETE", `/v1/brands/${live.brand.id}`],
        ["GET", "/v1/accounts/me/api-keys"],
        ["POST", "/v1/accounts/me/api-keys"]
      ] as const) {
        const refused = yield* ask(method, path, { key, ...(method === "POST" ? { body: { name: "no" } } : {}) })
        assert.deepInclude(refused.json, { status: 403, code: "forbidden", required: "all_brands" }, path)
      }
      const body = { brandId: other.json.id, title: "Not mine", customerEmail: "a@b.example" }
      const refused = yield* ask("POST", "/v1/tickets", { key, body })
      assert.deepInclude(refused.json.errors[0], { field: "brandId", code: "unknown_id" })
    })
  )

  it.effect("refuses a revoked key with the next request", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "short-lived" } })
      const key = made.json.secret
      assert.strictEqual((yield* ask("GET", "/v1/brands", { key })).status, 200)
      assert.strictEqual((yield* ask("DELETE", `/v1/accounts/me/api-keys/${made.json.id}`, { key })).status, 200)
      assert.strictEqual((yield* ask("GET", "/v1/brands", { key })).status, 401)
    })
  )

  it.effect("executes a command once per key, and refuses a different request with the same key", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}/tickets`
      const body = { title: "Once", customerEmail: "once@b.example" }
      const headers = { "idempotency-key": "order-77" }
      const first = yield* ask("POST", path, { headers, body })
      const again = yield* ask("POST", path, { headers: { "x-idempotency-key": "order-77" }, body })
      assert.strictEqual(again.status, 201)
      assert.strictEqual(again.text, first.text)
      for (const name of ["etag", "location"]) assert.strictEqual(again.headers.get(name), first.headers.get(name))
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.notStrictEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"))
      const quoted = yield* ask("POST", path, { headers: { "idempotency-key": '"order-77"' }, body })
      assert.strictEqual(quoted.text, first.text)
      for (const other of [{ ...body, title: "Other" }, { title: 7 }]) {
        assert.strictEqual((yield* ask("POST", path, { headers, body: other })).json.code, "idempotency_key_reused")
      }
      const queried = yield* ask("POST", `${path}?other=query`, { headers, body })
      assert.strictEqual(queried.json.code, "idempotency_key_reused")
      assert.strictEqual(
        (yield* ask("POST", path, { headers: { "idempotency-key": "a b" }, body })).json.code,
        "invalid_idempotency_key"
      )
      const both = { "idempotency-key": "a", "x-idempotency-key": "b" }
      assert.strictEqual((yield* ask("POST", path, { headers: both, body })).json.code, "invalid_idempotency_key")
      // Endpoints that need no key ignore it.
      const urls = path.replace(/tickets$/, "attachments/urls")
      assert.strictEqual((yield* ask("POST", urls, { headers: both, body: { ids: ["att_1"] } })).status, 200)
    })
  )

  it.effect("answers a repeated deletion as the first time, and lets the key of a refused request be reused", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const made = yield* ask("POST", "/v1/brands", { body: { name: "Brief" } })
      const path = `/v1/brands/${made.json.id}?confirm=true`
      const headers = { "idempotency-key": "gone" }
      assert.deepStrictEqual((yield* ask("DELETE", path, { headers })).json, { success: true })
      const again = yield* ask("DELETE", path, { headers })
      assert.strictEqual(again.status, 200)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* ask("DELETE", path)).status, 404)
      const retry = { "idempotency-key": "retry" }
      assert.strictEqual((yield* ask("POST", "/v1/brands", { headers: retry, body: {} })).status, 400)
      assert.strictEqual(
        (yield* ask("POST", "/v1/brands", { headers: retry, body: { name: "Corrected" } })).status,
        201
      )
    })
  )

  it.effect(
    "replays no secret to callers who may no longer request it, and nothing of a brand that they can no longer access",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { live } = yield* Installation
        const { system } = yield* Database
        const admin = yield* teamMember("admin")
        const headers = { "idempotency-key": "once" }
        const asked = ([path, body]: readonly [string, object]) => admin.ask("POST", path, { headers, body })
        const brand = `/v1/brands/${live.brand.id}`
        const secrets = [
          ["/v1/accounts/me/api-keys", { name: "theirs" }],
          [`${brand}/portal/token`, { customerEmail: "ann@north.example" }]
        ] as const
        const tag = [`${brand}/tags`, { name: "once" }] as const
        const ticket = { brandId: live.brand.id, title: "once", customerEmail: "ann@north.example" }
        const across = ["/v1/tickets", ticket] as const
        const made = yield* Effect.forEach([...secrets, ["/v1/brands", { name: "Once" }] as const, tag, across], asked)
        assert.deepStrictEqual([...new Set(made.map(({ status }) => status))], [201])

        const demoted = yield* (yield* teamMember("owner")).ask("PATCH", `/v1/auth/members/${admin.id}`, {
          body: { role: "agent" }
        })
        assert.strictEqual(demoted.status, 200)
        for (const request of secrets)
          assert.deepInclude((yield* asked(request)).json, { status: 403, code: "forbidden" })
        assert.strictEqual((yield* asked(["/v1/brands", { name: "Once" }])).text, made[2]?.text)
        assert.strictEqual((yield* asked(tag)).text, made[3]?.text)
        assert.strictEqual((yield* asked(across)).text, made[4]?.text)

        yield* system`update members set all_brands = false where id = ${uuidOf(admin.id)}`
        assert.deepInclude((yield* asked(tag)).json, { status: 404, code: "not_found" })
        assert.deepInclude((yield* asked(across)).json, { status: 400, code: "validation_failed" })
        assert.strictEqual((yield* ask("GET", `${brand}/tags`)).status, 200)
      })
  )
})

layer(site({ rateLimitPerMinute: 40 }), { excludeTestServices: true })("Rate limits", (it) => {
  it.effect("refuse a key that has used up its minute, and say when to retry", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const answers = yield* Effect.forEach(Array.from({ length: 45 }), () => ask("GET", "/v1/brands"), {
        concurrency: 45
      })
      const [first] = answers
      assert.strictEqual(first?.headers.get("x-ratelimit-limit"), "40")
      const refused = answers.filter(({ status }) => status === 429)
      assert.isAtLeast(refused.length, 1)
      for (const { headers, json } of refused) {
        assert.include(json, { code: "rate_limited", limit: 40, remaining: 0 })
        assert.strictEqual(headers.get("ratelimit-policy"), '"default";q=40;w=60')
        const [, seconds] = /^"default";r=0;t=([1-9]\d*)$/.exec(headers.get("ratelimit") ?? "") ?? []
        assert.strictEqual(headers.get("retry-after"), seconds)
      }
      assert.strictEqual((yield* ask("GET", "/v1/brands", { key: test.key })).status, 200)
      assert.strictEqual((yield* ask("GET", "/health")).status, 200)
    })
  )

  it.effect("report the bucket that refused the request, even if another one is just as empty", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const search = () => ask("GET", "/v1/tickets?search=late", { key: test.key })
      yield* search()
      yield* search()
      const { headers, status } = yield* search()
      assert.strictEqual(status, 429)
      assert.strictEqual(headers.get("ratelimit-policy"), '"search";q=2;w=60')
      assert.strictEqual(headers.get("ratelimit"), `"search";r=0;t=${headers.get("retry-after")}`)
    })
  )

  it.effect("refuse an address that guesses keys, but never a valid key from the same address", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const guess = () => ask("GET", "/v1/brands", { key: Redacted.value(makeKeySecret("live")) })
      for (let guessed = 0; guessed < 30; guessed++) assert.strictEqual((yield* guess()).status, 401)
      // A slow machine has accumulated more tokens in the meantime.
      const refused = yield* Effect.repeat(Effect.suspend(guess), { until: ({ status }) => status !== 401 })
      assert.strictEqual(refused.status, 429)
      assert.strictEqual((yield* ask("GET", "/v1/brands", { key: test.key })).status, 200)
    })
  )
})
