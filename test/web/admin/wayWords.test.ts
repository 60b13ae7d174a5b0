import { assert, it } from "@effect/vitest"
import { sources } from "../../../src/domain/Ticket.ts"
import { wayOf } from "../../../web/admin/src/tickets/wayWords.ts"

it("Every channel of a ticket has its everyday name", () => {
  assert.deepStrictEqual(
    sources.filter((source) => source !== "email" && wayOf(source) === source),
    []
  )
  assert.strictEqual(wayOf("api"), "API")
  assert.strictEqual(wayOf("email"), "email")
})
