import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { iso } from "../../src/domain/iso.ts"

describe("iso", () => {
  it("formats a moment in UTC with milliseconds, whichever it formatted before", () => {
    for (const text of [
      "2026-11-23T08:52:06.079Z",
      "2026-11-23T08:52:06.079Z",
      "1970-01-01T00:00:00.000Z",
      "2026-11-23T08:52:06.080Z"
    ])
      assert.strictEqual(iso(DateTime.makeUnsafe(text)), text)
  })
})
