import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { blocks } from "../../../web/message/blocks.ts"

const megabyte = 1024 * 1024
const textOf = (block: ReadonlyArray<{ readonly text: string }>) => block.map(({ text }) => text).join("")

it("A message of a usual length is one block", () => {
  assert.lengthOf(blocks("See https://a.example\n".repeat(200)), 1)
})

it("No block of a long message is longer than a browser lays out at once, and together they are the message", () => {
  const long = `https://a.example/${"x".repeat(6_000)}`
  for (const part of [
    "\u0633",
    "a",
    "\n",
    "word ",
    "a\n",
    "http://a ",
    "\u{1f600}",
    " ".repeat(1_990) + "x".repeat(3_000),
    long
  ]) {
    const message = `x${part.repeat(Math.ceil(megabyte / part.length))}`
    const all = blocks(message)
    assert.isAtMost(Math.max(...all.map((block) => textOf(block).length)), 2_000)
    assert.isAtMost(all.length, 3_000)
    assert.strictEqual(all.map(textOf).join(""), message)
  }
  const texts = fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("\n", " ", "\u{1f600}")), { minLength: 1 })
  fc.assert(
    fc.property(texts, (parts) => {
      const message = `${parts.join("")}.`.repeat(500)
      assert.strictEqual(blocks(message).map(textOf).join(""), message)
    }),
    { numRuns: 30 }
  )
})

it("A block ends behind a line or a word, and half an address leads where all of it does", () => {
  const lines = blocks("some words of a line\n".repeat(1_000))
  for (const block of lines) assert.match(textOf(block), /^some[\s\S]*line\n$/)
  const words = blocks("words ".repeat(1_000))
  for (const block of words) assert.match(textOf(block), /^words[\s\S]* $/)
  const address = `https://a.example/${"x".repeat(6_000)}`
  const links = blocks(`See ${address} there`)
    .flat()
    .flatMap(({ href, text }) => (href === undefined ? [] : [{ href, text }]))
  assert.isAbove(links.length, 1)
  for (const { href } of links) assert.strictEqual(href, address)
  assert.strictEqual(textOf(links), address)
})
