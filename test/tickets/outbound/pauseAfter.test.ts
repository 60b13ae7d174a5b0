import { assert, it } from "@effect/vitest"
import { Duration } from "effect"
import { pauseAfter } from "../../../src/tickets/outbound/pauseAfter.ts"

const seconds = (attempts: number, random: number) => Duration.toSeconds(pauseAfter(attempts, random))

it("doubles the pause after each attempt, up to a quarter of an hour", () => {
  assert.deepStrictEqual(
    [1, 2, 3, 9, 10, 100].map((attempts) => seconds(attempts, 0.5)),
    [2, 4, 8, 512, 900, 900]
  )
})

it("spreads what failed together by up to a quarter in each direction", () => {
  assert.deepStrictEqual([seconds(2, 0), seconds(2, 1)], [3, 5])
})
