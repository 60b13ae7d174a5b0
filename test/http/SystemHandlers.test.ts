import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { teamMember } from "../support/teamMember.ts"

const token = "an-operators-token-of-forty-characters.."
const bearer = (credential: string) => ({ key: "", headers: { authorization: `Bearer ${credential}` } })
/** As if from another machine, through a proxy. */
const elsewhere = { key: "", headers: { "x-forwarded-for": "203.0.113.7" } }

/** The value of a metric on the page, which omits metrics without values. */
const countOf = (page: string, metric: string) =>
  Number(
    page
      .split("\n")
      .find((line) => line.startsWith(`${metric} `))
      ?.slice(metric.length) ?? 0
  )

layer(site({ operatorToken: Redacted.make(token) }), { excludeTestServices: true })("The system pages", (it) => {
  it.effect("show metrics to callers on the machine or with the operator token, and to no one else", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      assert.strictEqual((yield* ask("GET", "/metrics", { key: "" })).status, 200)
      assert.strictEqual((yield* ask("GET", "/v1/metrics", bearer(token))).status, 200)
      for (const caller of [elsewhere, bearer(`${token}x`), {}]) {
        assert.deepInclude((yield* ask("GET", "/metrics", caller)).json, { status: 403, code: "forbidden" })
      }
    })
  )

  it.effect("count and time responses by route, and describe the process", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      const counts = Effect.map(
        ask("GET", "/metrics", { key: "" }),
        ({ text }) =>
          (line: string) =>
            countOf(text, line)
      )
      const before = yield* counts
      yield* ask("GET", `/v1/brands/${brand.id}`)
      yield* ask("GET", `/v1/brands/${brand.id}/tickets/tkt_nobody?search=ada`)
      yield* ask("GET", "/v1/nowhere/secret-path")

      const { headers, text } = yield* ask("GET", "/metrics", { key: "" })
      assert.match(headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/)
      for (const line of [
        /^# TYPE trunkline_http_requests_total counter$/m,
        /^trunkline_process_resident_memory_bytes \d{7,}$/m,
        /^trunkline_process_cpu_seconds_total [\d.]+$/m,
        /^trunkline_event_loop_delay_seconds\{percentile="99\.9"\} [\d.e-]+$/m
      ]) {
        assert.match(text, line)
      }
      // They belong to the process, which may have served other requests before.
      for (const line of [
        'trunkline_http_requests_total{method="GET",route="/v1/brands/:brandId",status="200"}',
        'trunkline_http_requests_total{method="GET",route="/v1/brands/:brandId/tickets/:ticketId",status="404"}',
        'trunkline_http_requests_total{method="GET",route="-",status="404"}',
        'trunkline_http_request_seconds_bucket{method="GET",route="/v1/brands/:brandId",le="+Inf"}',
        'trunkline_http_request_seconds_count{method="GET",route="/v1/brands/:brandId"}'
      ]) {
        assert.strictEqual(countOf(text, line) - before(line), 1, line)
      }
      for (const word of [brand.id, "tkt_", "ada", "secret-path"]) assert.notInclude(text, word)
    })
  )

  it.effect("show actors to operators, owners and admins, and to no one else", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const status = (caller: object) => Effect.map(ask("GET", "/v1/system/actors", caller), ({ status }) => status)
      assert.strictEqual(yield* status({ key: "" }), 200)
      assert.strictEqual(yield* status(bearer(token)), 200)
      for (const [role, expected] of [
        ["owner", 200],
        ["admin", 200],
        ["agent", 403]
      ] as const) {
        const { key } = yield* teamMember(role)
        assert.strictEqual(yield* status(bearer(key)), expected, role)
      }
      assert.strictEqual(yield* status({}), 403)
      assert.strictEqual(yield* status(elsewhere), 401)
      assert.strictEqual(yield* status(bearer("stk_nobody")), 401)
    })
  )
})
