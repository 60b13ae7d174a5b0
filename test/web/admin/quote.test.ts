import { assert, it } from "@effect/vitest"
import { lastOfCustomer, quoted, withQuote } from "../../../web/admin/src/tickets/quote.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

it("quotes every line, and drops blank lines around the text", () => {
  assert.strictEqual(quoted("\n\nWhere is it?\n\n  Order 7\n\n"), "> Where is it?\n>\n>   Order 7")
  assert.strictEqual(quoted("> before\nafter"), "> > before\n> after")
})

it("inserts a quote after the cursor's line, keeps the text, and puts the cursor after the quote", () => {
  assert.deepStrictEqual(withQuote("", 0, "a"), { body: "> a\n\n", at: 5 })
  assert.deepStrictEqual(withQuote("Dear Ines,", 10, "a"), { body: "Dear Ines,\n\n> a\n\n", at: 17 })
  assert.deepStrictEqual(withQuote("Dear Ines,\nbye", 3, "a"), { body: "Dear Ines,\n\n> a\n\n\n\nbye", at: 17 })
  assert.deepStrictEqual(withQuote("> a\n\n", 5, "b"), { body: "> a\n\n> b\n\n", at: 10 })
})

it("reads blanks in linear time, however many a stranger wrote", () => {
  const source = `a${" ".repeat(32 * 1024)}b`
  // This once took seconds, during which the page did nothing else.
  takesAtMost(1_000, () => assert.strictEqual(quoted(source), `> ${source}`), "blanks")
})

it("knows the customer's last message once the conversation is loaded", () => {
  const ticket = { body: "Help!" }
  const customer = (body: string, isInternal = false) => ({ authorType: "CUSTOMER" as const, isInternal, body })
  const answer = { authorType: "AGENT" as const, isInternal: false, body: "On its way." }
  assert.strictEqual(lastOfCustomer(ticket, undefined), "")
  assert.strictEqual(lastOfCustomer(ticket, [answer]), "Help!")
  assert.strictEqual(lastOfCustomer(ticket, [customer("Hello?"), customer("Thanks."), answer]), "Thanks.")
  assert.strictEqual(lastOfCustomer(ticket, [customer("Hello?"), customer("Between us.", true)]), "Hello?")
})
