import { assert, describe, it } from "@effect/vitest"
import { contentDisposition } from "../../../src/http/files/contentDisposition.ts"

describe("contentDisposition", () => {
  it("uses a plain file name as it is", () => {
    assert.strictEqual(contentDisposition("report (1).pdf", "inline"), 'inline; filename="report (1).pdf"')
  })

  it("adds every other name in UTF-8 too", () => {
    assert.strictEqual(
      contentDisposition("Zürich*'%.txt", "attachment"),
      `attachment; filename="Z_rich*'_.txt"; filename*=UTF-8''Z%C3%BCrich%2A%27%25.txt`
    )
    assert.strictEqual(
      contentDisposition("\u{1F600}", "attachment"),
      `attachment; filename="__"; filename*=UTF-8''%F0%9F%98%80`
    )
  })

  it("lets no name escape its quotes or its line", () => {
    for (const name of ['a"; filename="b', "a\r\nset-cookie: x", "a\\", "\ud800", "a\u0000b"]) {
      const header = contentDisposition(name, "attachment")
      assert.match(
        header,
        /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"(; filename\*=UTF-8''[\w.~!#$&+^`|%-]*)?$/
      )
    }
  })
})
