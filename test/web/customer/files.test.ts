import { assert, describe, it } from "@effect/vitest"
import { pastedFiles } from "../../../web/customer/files.ts"

const file = new File(["x"], "image.png")
const of = (...types: ReadonlyArray<string>) => pastedFiles({ types, files: [file] })

describe("What is pasted", () => {
  it("is files where they were copied, with their names beside them or where they stood", () => {
    assert.deepStrictEqual(of("Files"), [file])
    assert.deepStrictEqual(of("text/plain", "Files"), [file])
    assert.deepStrictEqual(of("text/html", "Files"), [file])
  })

  it("is the text where an office program has copied a picture of it, too", () => {
    assert.deepStrictEqual(of("text/plain", "text/html", "text/rtf", "Files"), [])
    assert.deepStrictEqual(pastedFiles(null), [])
  })
})
