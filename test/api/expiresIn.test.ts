import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { lifetimeSeconds } from "../../src/api/expiresIn.ts"

describe("A lifetime", () => {
  for (const [value, seconds] of [
    [60, 60],
    ["60", 60],
    [" 60s ", 60],
    ["1m", 60],
    ["24h", 86_400],
    ["30d", 2_592_000],
    ["720h", 2_592_000],
    ["2592000s", 2_592_000]
  ] as const) {
    it(`of ${JSON.stringify(value)} is ${seconds} seconds`, () => {
      assert.deepStrictEqual(lifetimeSeconds(value), Option.some(seconds))
    })
  }

  for (const value of [
    59,
    "59s",
    2_592_001,
    "721h",
    "31d",
    0,
    -60,
    60.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    "",
    "h",
    "1H",
    "1 h",
    "1.5h",
    "1h30m",
    "0x60",
    "+60",
    "6e1",
    "9999999999",
    "١h"
  ]) {
    it(`cannot be ${JSON.stringify(value)}`, () => {
      assert.deepStrictEqual(lifetimeSeconds(value), Option.none())
    })
  }
})
