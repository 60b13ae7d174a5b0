import { assert, describe, it } from "@effect/vitest"
import { pastedFiles, takeFiles } from "../../../web/message/given.ts"

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
  })
})

describe("A place to write", () => {
  /** What goes along as files when so many characters are pasted where others stand already. */
  const taken = (pasted: number, target: object | null) => {
    let isPrevented = false
    const files = takeFiles({
      target: target as EventTarget | null,
      clipboardData: { files: [], types: ["text/plain"], getData: () => "7".repeat(pasted) },
      preventDefault: () => {
        isPrevented = true
      }
    })
    assert.strictEqual(isPrevented, files.length > 0)
    return files.map(({ name, size }) => [name, size])
  }

  it("takes a text up to the length that a browser bears", () => {
    assert.deepStrictEqual(taken(100_000, { textLength: 0 }), [])
    assert.deepStrictEqual(taken(99_000, { textLength: 1_000 }), [])
  })

  it("leaves what is longer to a file", () => {
    assert.deepStrictEqual(taken(100_000, { textLength: 1 }), [["pasted.txt", 100_000]])
  })

  it("says that a text was too long, and of no file that it was one", () => {
    const told = (text: string, files: ReadonlyArray<File>) => {
      let isTold = false
      const clipboardData = { files, types: ["Files"], getData: () => text }
      const giving = { target: { textLength: 0 } as unknown as EventTarget, clipboardData, preventDefault: () => {} }
      const taken = takeFiles(giving, () => {
        isTold = true
      })
      return [taken.map(({ name }) => name), isTold]
    }
    assert.deepStrictEqual(told("7".repeat(100_001), []), [["pasted.txt"], true])
    assert.deepStrictEqual(told("", [new File(["x"], "pasted.txt")]), [["pasted.txt"], false])
  })

  it("is one of several lines: a single one cuts what is pasted off by itself", () => {
    assert.deepStrictEqual(taken(1_000_000, {}), [])
    assert.deepStrictEqual(taken(1_000_000, null), [])
  })
})
