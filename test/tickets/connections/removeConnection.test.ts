import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { idOf } from "../../../src/domain/Ids.ts"
import { MessagesWaiting } from "../../../src/tickets/connections/ConnectionStore.ts"
import { newSmsNumber, toldOfNumber } from "../../../src/tickets/connections/changeSmsNumber.ts"
import { removeConnection } from "../../../src/tickets/connections/removeConnection.ts"
import { uuid } from "../../support/ticketState.ts"

const brandId = idOf("brand", uuid(2))
const number = newSmsNumber(
  idOf("number", uuid(1)),
  brandId,
  { number: "+14155550199", accountSid: `AC${"1".repeat(32)}`, authToken: Redacted.make("0".repeat(32)) },
  DateTime.makeUnsafe("2026-11-22T07:00:00.000Z")
)

it.effect("A connection is removed after ten seconds, whatever waits in its inbox", () =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const removing = yield* Effect.forkChild(
      removeConnection(
        {
          delete: (_scope, _causation, _connection, _audit, unhandled) => {
            asked.push(unhandled)
            return unhandled === "given up" ? Effect.succeed(true) : Effect.fail(new MessagesWaiting())
          }
        },
        {
          once: (_tenant, _receipt, command) => Effect.map(command, (value) => ({ replayed: false as const, value }))
        },
        {
          scope: { tenant: { id: uuid(9), accountId: idOf("account", uuid(8)), mode: "live" }, brandId },
          causation: {
            id: idOf("request", uuid(3)),
            actor: { type: "system", id: null, name: null, channel: "system" }
          },
          receipt: undefined,
          find: Effect.succeed(number),
          told: (found) => toldOfNumber("channel.deleted", found)
        }
      )
    )
    yield* TestClock.adjust("9 seconds")
    assert.notInclude(asked, "given up")
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(removing)
    assert.deepStrictEqual(new Set(asked), new Set(["waited for", "given up"]))
    assert.strictEqual(asked.at(-1), "given up")
  })
)
