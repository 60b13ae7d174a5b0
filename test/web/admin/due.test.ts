import { assert, it } from "@effect/vitest"
import { dueDay, isLate } from "../../../web/admin/src/tickets/due.ts"

it("shows the given day in every time zone", () => {
  assert.strictEqual(dueDay({ dueAt: "2026-12-05T00:00:00.000Z" }), "2026-12-05")
  assert.isUndefined(dueDay({}))
})

it("is overdue once that day is over locally, and never when it is done", () => {
  const dueAt = "2026-12-05T00:00:00.000Z"
  const at = (day: number, hour: number) => new Date(2026, 11, day, hour)
  assert.isFalse(isLate({ dueAt, statusCategory: "open" }, at(5, 23)))
  assert.isTrue(isLate({ dueAt, statusCategory: "pending" }, at(6, 0)))
  assert.isFalse(isLate({ dueAt, statusCategory: "resolved" }, at(9, 0)))
  assert.isFalse(isLate({ statusCategory: "open" }, at(9, 0)))
})
