import { assert, it } from "@effect/vitest"
import { Cause } from "effect"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { sentenceOf } from "../../src/runtime/sentenceOf.ts"

it("a start that it ends says in one sentence what failed and where to look", () => {
  const said = (["unreachable", "overloaded", "timeout", "full"] as const).map((reason) =>
    sentenceOf(Cause.fail(new DatabaseUnavailable({ reason })), false)
  )
  assert.deepStrictEqual(said, [
    "What keeps the data cannot be reached: the log says what it said.",
    "What keeps the data cannot take more at the moment: the log says what it said.",
    "What keeps the data did not answer in time: the log says what it said.",
    "What keeps the data has no room left: the log says what it said."
  ])
})
