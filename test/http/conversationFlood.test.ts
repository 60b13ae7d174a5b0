import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { conversationTurns } from "../../src/sql/textTurns.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { enter, openBrand } from "../support/portal.ts"

layer(site(), { excludeTestServices: true })("Conversations that many ask for at once", (it) => {
  it.effect("are read a few at a time, for the team and in the portal, while everything else goes on", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand({})
      const ada = yield* enter(brand, "ada@portal.example")
      const ticketId = yield* ada.open({})
      const ticket = `/v1/brands/${brand.id}/tickets/${ticketId}`
      const key = brand.key
      const said = yield* ask("POST", `${ticket}/comments`, { key, body: { body: "Hello" } })
      const asked = yield* conversationTurns.withPermits(
        "somebody else",
        3
      )(
        Effect.gen(function* () {
          const lists = yield* Effect.forkChild(ask("GET", `${ticket}/comments`, { key }))
          const portal = yield* Effect.forkChild(ada.ask("GET", `/tickets/${ticketId}`))
          assert.strictEqual((yield* ask("GET", ticket, { key })).status, 200)
          assert.strictEqual((yield* ask("GET", `${ticket}/comments/${said.json.id}`, { key })).status, 200)
          assert.deepStrictEqual([lists.pollUnsafe(), portal.pollUnsafe()], [undefined, undefined])
          return [lists, portal] as const
        })
      )
      for (const fiber of asked) {
        const answer = yield* Fiber.join(fiber)
        assert.strictEqual(answer.status, 200)
        assert.include(answer.text, "Hello")
      }
    })
  )
})
