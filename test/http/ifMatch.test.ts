import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { ifMatchOf } from "../../src/http/ifMatch.ts"

describe("If-Match", () => {
  for (const [header, version] of [
    [undefined, undefined],
    ["*", undefined],
    [' "7" ', 7],
    ['"0"', 0],
    // As proxies rewrite it when they compress the response.
    ['W/"7"', 7],
    ['"7-gzip"', 7],
    ['"7-br"', 7],
    ['"7-zstd"', 7]
  ] as const) {
    it(`reads ${header} as ${version}`, () => assert.deepStrictEqual(ifMatchOf(header), Result.succeed(version)))
  }
  for (const header of ["7", 'w/"7"', "W/7", '"7", "8"', '"x"', '"7-x"', '"7-"', '""', '"-1"', '"99999999999"']) {
    it(`refuses ${header}`, () => assert.isTrue(Result.isFailure(ifMatchOf(header))))
  }
})
