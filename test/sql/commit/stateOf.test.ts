import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Intake } from "../../../src/tickets/intake/Intake.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { arriving, connectionIn, conversationIn, deliveryGround } from "../../support/deliveryGround.ts"
import { freshBrand } from "../../support/ticketService.ts"

layer(deliveryGround, { excludeTestServices: true })("What a command sees", (it) => {
  it.effect("is never of a time before its ticket was changed last, also where a conversation leads to that", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      const { system } = yield* Database
      // As where another node, whose transaction this one waited for, has begun later.
      yield* system`UPDATE tickets SET updated_at = now() + interval '1 minute' WHERE id = ${uuidOf(ticket)}`
      const tickets = yield* Tickets
      const before = (yield* tickets.get(scope, ticket)).ticket.updatedAt
      yield* (yield* Intake).receive(scope, arriving(channel, "a"))
      const after = (yield* tickets.get(scope, ticket)).ticket
      assert.strictEqual(after.commentCount, 1)
      assert.strictEqual(DateTime.toEpochMillis(after.updatedAt), DateTime.toEpochMillis(before))
    })
  )
})
