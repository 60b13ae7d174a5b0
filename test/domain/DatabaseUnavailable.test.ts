import { assert, it } from "@effect/vitest"
import { Cause } from "effect"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { sentenceOf } from "../../src/runtime/sentenceOf.ts"

it("a start that fails because of it reports in one sentence what failed and where to look", () => {
  const said = (["unreachable", "overloaded", "timeout", "full"] as const).map((reason) =>
    sentenceOf(Cause.fail(new DatabaseUnavailable({ reason })), false)
  )
  assert.deepStrictEqual(said, [
    "The data store cannot be reached: see the log for details.",
    "The data store is overloaded: see the log for details.",
    "The data store did not respond in time: see the log for details.",
    "The data store has no room left: see the log for details."
  ])
})
