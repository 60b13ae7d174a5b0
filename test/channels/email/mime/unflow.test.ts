import { assert, describe, it } from "@effect/vitest"
import { unflow } from "../../../../channels/email/mime/unflow.ts"

describe("unflow", () => {
  it("joins lines that end in a space, and keeps others apart", () =>
    assert.strictEqual(unflow("one \r\ntwo\r\nthree\r\n\r\nfour ", false), "one two\nthree\n\nfour "))

  it("drops the space if the sender says so", () => assert.strictEqual(unflow("日 \n本", true), "日本"))

  it("joins no lines of different quote depth", () =>
    assert.strictEqual(unflow("> a \n> b\n>> c \nd", false), "> a b\n>> c \nd"))

  it("leaves the line before a signature alone", () =>
    assert.strictEqual(unflow("bye \n-- \nInes", false), "bye \n-- \nInes"))

  it("removes the space that was stuffed at the start of a line", () =>
    assert.strictEqual(unflow(" From here\n >no quote", false), "From here\n>no quote"))
})
