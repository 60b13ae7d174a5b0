import { assert, it } from "@effect/vitest"
import { mediaTypeOf } from "../../src/domain/mediaTypeOf.ts"

it("A media type is lowercased, or the unknown type", () => {
  assert.strictEqual(mediaTypeOf("Image/PNG"), "image/png")
  assert.strictEqual(mediaTypeOf("application/vnd.ms-excel.sheet+xml"), "application/vnd.ms-excel.sheet+xml")
  assert.strictEqual(mediaTypeOf(`a/${"b".repeat(100)}`), `a/${"b".repeat(100)}`)
  for (const said of [
    "",
    "image",
    "image/",
    ".x/y",
    "x/-y",
    "text/plain; charset=utf-8",
    "a b/c",
    `a/${"b".repeat(101)}`
  ])
    assert.strictEqual(mediaTypeOf(said), "application/octet-stream", said)
})
