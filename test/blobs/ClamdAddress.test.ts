import { assert, it } from "@effect/vitest"
import { clamdAddress } from "../../src/blobs/ClamdAddress.ts"

it("A scanner is at a port, or at a local socket", () => {
  const { parse } = clamdAddress
  assert.deepStrictEqual(parse("clamd://clamav:3311"), { host: "clamav", port: 3311 })
  assert.deepStrictEqual(parse("clamd://clamav/"), { host: "clamav", port: 3310 })
  assert.deepStrictEqual(parse("clamd://[::1]:3310"), { host: "::1", port: 3310 })
  assert.deepStrictEqual(parse("clamd:///run/clamav/clamd.ctl"), { path: "/run/clamav/clamd.ctl" })
  for (const wrong of [
    "clamav:3310",
    "http://clamav",
    "clamd://",
    "clamd:///",
    "clamd://u@clamav",
    "clamd://a/b",
    "clamd:///run/%",
    "x"
  ])
    assert.isUndefined(parse(wrong), wrong)
})
