import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Intake } from "../../../src/tickets/intake/Intake.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { arriving, connectionIn, conversationIn, deliveryGround } from "../../support/deliveryGround.ts"
import { freshBrand } from "../../support/ticketService.ts"

layer(deliveryGround, { excludeTestServices: true })("The state that a command sees", (it) => {
  it.effect("is never older than its ticket's last change, even if a conversation leads to the ticket", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      const { system } = yield* Database
      // As if another node, for which this transaction waited, had started later.
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
