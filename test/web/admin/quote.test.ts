import { assert, it } from "@effect/vitest"
import { quoted, withQuote } from "../../../web/admin/src/tickets/quote.ts"

it("quotes every line, and nothing that is empty around the text", () => {
  assert.strictEqual(quoted("\n\nWhere is it?\n\n  Order 7\n\n"), "> Where is it?\n>\n>   Order 7")
  assert.strictEqual(quoted("> before\nafter"), "> > before\n> after")
})

it("puts a quotation behind the line that somebody is in, keeps what is written, and goes on after it", () => {
  assert.deepStrictEqual(withQuote("", 0, "a"), { body: "> a\n\n", at: 5 })
  assert.deepStrictEqual(withQuote("Dear Ines,", 10, "a"), { body: "Dear Ines,\n\n> a\n\n", at: 17 })
  assert.deepStrictEqual(withQuote("Dear Ines,\nbye", 3, "a"), { body: "Dear Ines,\n\n> a\n\n\n\nbye", at: 17 })
  assert.deepStrictEqual(withQuote("> a\n\n", 5, "b"), { body: "> a\n\n> b\n\n", at: 10 })
})
