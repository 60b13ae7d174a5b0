import { assert, it } from "@effect/vitest"
import { sources } from "../../../src/domain/Ticket.ts"
import { wayOf } from "../../../web/admin/src/tickets/wayWords.ts"

it("Every way by which a ticket comes is called as people call it", () => {
  assert.deepStrictEqual(
    sources.filter((source) => source !== "email" && wayOf(source) === source),
    []
  )
  assert.strictEqual(wayOf("api"), "API")
  assert.strictEqual(wayOf("email"), "email")
})
