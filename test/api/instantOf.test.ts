import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { instantOf } from "../../src/api/instantOf.ts"

describe("instantOf", () => {
  it("round-trips every time that a date can represent", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), (date) => {
        assert.strictEqual(instantOf(date.toISOString()), date.getTime())
      })
    )
  })
  for (const [text, iso] of [
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
    ["2026-11-20T09:30:00+02:00", "2026-11-20T07:30:00.000Z"],
    ["2026-11-20t09:30:00z", "2026-11-20T09:30:00.000Z"],
    ["2024-02-29T23:59:59.9Z", "2024-02-29T23:59:59.900Z"],
    // Leap seconds, which computer clocks do not have.
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2017-01-01T05:29:60.25+05:30", "2017-01-01T00:00:00.250Z"]
  ] as const) {
    it(`reads ${text} as ${iso}`, () => assert.strictEqual(new Date(instantOf(text)).toISOString(), iso))
  }
  for (const text of [
    "",
    "now",
    "2026",
    "2026-11",
    "20-11-2026",
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-11-20T24:30:00Z",
    "2026-11-20T24:00:00Z",
    "2026-11-20T09:30:60Z",
    "2026-11-20T23:59:60Z",
    "2016-12-31T23:59:60+01:00",
    "2016-12-31T23:59:61Z",
    "9999-12-31T23:59:60Z",
    "2026-11-20T09:30:00",
    "2026-11-20T09:30Z",
    "1969-12-31",
    "10000-01-01",
    "2026-11-20T09:30:00Z ",
    "1763631000"
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.isNaN(instantOf(text)))
  }
})
