import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

layer(site(), { excludeTestServices: true })("The rate of a webhook", (it) => {
  const ask = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
    const answer = yield* (yield* HttpSite).ask(method, path, options)
    assertDeclared(method, path, answer.status, answer.json)
    return answer
  })

  it.effect("is set when the webhook is created or changed, shown, and cleared with null", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}/webhooks`
      const target = { url: "https://hooks.example/rate", events: ["ticket.*"] }
      const made = yield* ask("POST", path, { body: { ...target, ratePerSecond: 10 } })
      assert.deepInclude(made.json, { ratePerSecond: 10 })
      const one = `${path}/${made.json.id}`
      assert.deepInclude((yield* ask("PATCH", one, { body: { ratePerSecond: 1_000 } })).json, { ratePerSecond: 1_000 })
      assert.deepInclude((yield* ask("PATCH", one, { body: { description: "CRM" } })).json, { ratePerSecond: 1_000 })
      assert.notProperty((yield* ask("PATCH", one, { body: { ratePerSecond: null } })).json, "ratePerSecond")
      assert.notProperty((yield* ask("GET", one)).json, "ratePerSecond")
      assert.notProperty((yield* ask("POST", path, { body: { ...target, ratePerSecond: null } })).json, "ratePerSecond")
    })
  )

  it.effect("is a whole number from 1 to 1,000", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const path = `/v1/brands/${live.brand.id}/webhooks`
      for (const ratePerSecond of [0, 1_001, 0.5, -3]) {
        const refused = yield* ask("POST", path, { body: { url: "https://a.example", events: ["*"], ratePerSecond } })
        assert.strictEqual(refused.status, 400)
        assert.deepInclude(refused.json.errors[0], {
          field: "ratePerSecond",
          code: "range",
          message: "must be an integer between 1 and 1000"
        })
      }
    })
  )
})
