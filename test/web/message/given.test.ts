import { assert, describe, it } from "@effect/vitest"
import { pastedFiles, takeFiles } from "../../../web/message/given.ts"

const file = new File(["x"], "image.png")
const of = (...types: ReadonlyArray<string>) => pastedFiles({ types, files: [file] })

describe("What is pasted", () => {
  it("is files if they were copied, with their names beside them or in place", () => {
    assert.deepStrictEqual(of("Files"), [file])
    assert.deepStrictEqual(of("text/plain", "Files"), [file])
    assert.deepStrictEqual(of("text/html", "Files"), [file])
  })

  it("is the text if an office program has also copied a picture of it", () => {
    assert.deepStrictEqual(of("text/plain", "text/html", "text/rtf", "Files"), [])
  })
})

describe("A text box", () => {
  /** What becomes a file when this many characters are pasted beside existing ones. */
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

  it("accepts a text up to the length that browsers can handle", () => {
    assert.deepStrictEqual(taken(100_000, { textLength: 0 }), [])
    assert.deepStrictEqual(taken(99_000, { textLength: 1_000 }), [])
  })

  it("turns a longer text into a file", () => {
    assert.deepStrictEqual(taken(100_000, { textLength: 1 }), [["pasted.txt", 100_000]])
  })

  it("says that a text was too long, and not that a file was", () => {
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

  it("has several lines: a single-line input truncates pasted text by itself", () => {
    assert.deepStrictEqual(taken(1_000_000, {}), [])
    assert.deepStrictEqual(taken(1_000_000, null), [])
  })
})
