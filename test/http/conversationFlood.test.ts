import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { bytesAtOnce, bytesInHand } from "../../src/http/BytesInHand.ts"
import { conversationTurns } from "../../src/sql/textTurns.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { enter, openBrand } from "../support/portal.ts"

/** More text than a response may have without reserving room. */
const longText = `Hello ${"word ".repeat(20_000)}`
/** Enough changes for their history entries to exceed that. */
const changes = 130

/** A ticket with a comment, for the team and in its customer's portal. */
const discuss = Effect.fnUntraced(function* (text: string) {
  const { ask } = yield* HttpSite
  const brand = yield* openBrand({})
  const ada = yield* enter(brand, "ada@portal.example")
  const ticketId = yield* ada.open({})
  const ticket = `/v1/brands/${brand.id}/tickets/${ticketId}`
  const key = brand.key
  const said = yield* ask("POST", `${ticket}/comments`, { key, body: { body: text } })
  return {
    change: (body: unknown) => ask("PATCH", ticket, { key, body }),
    get: ask("GET", ticket, { key }),
    comment: ask("GET", `${ticket}/comments/${said.json.id}`, { key }),
    list: ask("GET", `${ticket}/comments`, { key }),
    history: ask("GET", `${ticket}/logs`, { key }),
    portal: ada.ask("GET", `/tickets/${ticketId}`)
  }
})

layer(site(), { excludeTestServices: true })("Conversations requested many times at once", (it) => {
  it.effect("are read a few at a time if they are long, while everything else continues", () =>
    Effect.gen(function* () {
      const [long, short] = [yield* discuss(longText), yield* discuss("Hello")]
      const asked = yield* conversationTurns.withPermits(
        "somebody else",
        3
      )(
        Effect.gen(function* () {
          const lists = yield* Effect.forkChild(long.list)
          const portal = yield* Effect.forkChild(long.portal)
          for (const answer of [long.get, long.comment, short.list, short.history, short.portal])
            assert.strictEqual((yield* answer).status, 200)
          assert.deepStrictEqual([lists.pollUnsafe(), portal.pollUnsafe()], [undefined, undefined])
          return [lists, portal] as const
        })
      )
      for (const fiber of asked) {
        const answer = yield* Fiber.join(fiber)
        assert.strictEqual(answer.status, 200)
        assert.include(answer.text, longText)
      }
    })
  )

  it.effect("wait for the room that they need before they are read, and none is refused for lack of it", () =>
    Effect.gen(function* () {
      const [long, short] = [yield* discuss(longText), yield* discuss("Hello")]
      for (let n = 0; n < changes; n++) assert.strictEqual((yield* long.change({ title: `Title ${n}` })).status, 200)
      const slow = new EventEmitter() as ServerResponse
      const somebody = { caller: "somebody", account: "somebody" }
      assert.isTrue(bytesInHand.hold(bytesAtOnce.most, somebody, slow))
      const many = Array.from({ length: 8 }, () => [long.list, long.history, long.portal]).flat()
      const readers = yield* Effect.forEach(many, (reader) => Effect.forkChild(reader))
      for (const answer of [short.list, short.history, short.portal]) assert.strictEqual((yield* answer).status, 200)
      assert.isTrue(readers.every((reader) => reader.pollUnsafe() === undefined))
      slow.emit("close")
      for (const reader of readers) assert.strictEqual((yield* Fiber.join(reader)).status, 200)
    })
  )
})
