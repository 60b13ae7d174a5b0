import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { makeFixtures, targets } from "../support/hostileTargets.ts"

layer(site(), { excludeTestServices: true })("The example of a body", (it) => {
  it.effect("breaks no rule when sent as it is, except that its ids are unknown", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      let tried = 0
      const refused: Array<string> = []
      for (const target of yield* targets) {
        if (target.takes !== "application/json" || target.credential === "none") continue
        // Each on new records, so that one cannot make another fail.
        const { at, credentials } = yield* makeFixtures
        const { json, status } = yield* ask(target.method as "POST", at(target), {
          key: credentials[target.credential],
          body: target.example as object
        })
        const broken = (json?.errors ?? []).filter(({ code }: { code: string }) => code !== "unknown_id")
        const isRefused = status === 400 && (json?.errors === undefined || broken.length > 0)
        if (isRefused) refused.push(`${target.operationId} ${JSON.stringify(target.example)}: ${json.detail}`)
        tried++
      }
      assert.deepStrictEqual(refused, [])
      assert.isAbove(tried, 60)
    })
  )
})
