import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../../support/HttpSite.ts"
import { openBrand } from "../../support/portal.ts"

const report = { "csp-report": { "document-uri": "https://desk.example/inbox", "effective-directive": "img-src" } }

const post = Effect.fnUntraced(function* (body: unknown, type = "application/csp-report") {
  return yield* (yield* HttpSite).ask("POST", "/csp-reports", { key: "", body, headers: { "content-type": type } })
})
const counted = Effect.gen(function* () {
  const { text } = yield* (yield* HttpSite).ask("GET", "/metrics", { key: "" })
  return Number(/^trunkline_csp_violations_total\{program="dashboard"\} (\d+)$/m.exec(text)?.[1] ?? 0)
})

layer(site(), { excludeTestServices: true })("Reports of policy violations", (it) => {
  it.effect("are accepted in both formats, and counted", () =>
    Effect.gen(function* () {
      const before = yield* counted
      assert.strictEqual((yield* post(report)).status, 204)
      const body = { documentURL: "https://desk.example/", effectiveDirective: "img-src", blockedURL: "inline" }
      const reports = [{ type: "csp-violation", body }]
      assert.strictEqual((yield* post(reports, "application/reports+json; charset=utf-8")).status, 204)
      assert.strictEqual((yield* counted) - before, 2)
    })
  )

  it.effect("are refused when they are invalid, or too large", () =>
    Effect.gen(function* () {
      for (const [body, type, code] of [
        [report, "application/json", "unsupported_media_type"],
        ["{", "application/csp-report", "malformed_json"],
        [{ "csp-report": "x" }, "application/csp-report", "malformed_json"],
        ["x".repeat(40_000), "application/csp-report", "payload_too_large"]
      ] as const)
        assert.strictEqual((yield* post(body, type)).json.code, code)
    })
  )

  it.effect("are requested by the dashboard, the portal and the widget's frame", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand({ origins: ["https://shop.example"] })
      const { ask } = yield* HttpSite
      for (const path of ["/", `/portal/${brand.id}/sign-in`, `/widget/frame?brand=${brand.id}`]) {
        const { headers } = yield* ask("GET", path, { key: "", headers: { accept: "text/html" } })
        assert.include(headers.get("content-security-policy"), "; report-uri /csp-reports; report-to csp", path)
        assert.strictEqual(headers.get("reporting-endpoints"), 'csp="https://desk.example/csp-reports"', path)
      }
    })
  )
})

layer(site({ rateLimitPerMinute: 6_000 }), { excludeTestServices: true })("Reports of policy violations", (it) => {
  it.effect("are accepted at a limited rate per network", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.repeat(post(report), { until: ({ status }) => status !== 204 })
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.json.code, "rate_limited")
    })
  )
})
