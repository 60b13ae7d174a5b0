import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { type Block, blocks } from "../../../web/message/blocks.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const megabyte = 1024 * 1024

/** The text of a message without its quote marks. */
const textOf = (block: Block): string =>
  "quoted" in block
    ? block.quoted.map(textOf).join("")
    : "code" in block
      ? block.code
      : block.stretches.map(({ text }) => text).join("")
const plain = (message: string) => blocks(message, { isMarked: false })
const marked = (message: string) => blocks(message, { isMarked: true })
/** Quotes in brackets. */
const outline = (all: ReadonlyArray<Block>): ReadonlyArray<unknown> =>
  all.map((block) =>
    "quoted" in block ? outline(block.quoted) : "code" in block ? { code: block.code } : textOf(block)
  )

it("A message of ordinary length is one block", () => {
  assert.lengthOf(plain("See https://a.example\n".repeat(200)), 1)
})

it("No block of a long message is longer than a browser can lay out at once, and together they are the message", () => {
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
    const all = plain(message)
    assert.isAtMost(Math.max(...all.map((block) => textOf(block).length)), 2_000)
    assert.isAtMost(all.length, 3_000)
    assert.strictEqual(all.map(textOf).join(""), message)
  }
  const texts = fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("\n", " ", "\u{1f600}")), { minLength: 1 })
  fc.assert(
    fc.property(texts, (parts) => {
      // Quote marks are not shown.
      const message = `${parts.join("").replaceAll(">", "")}.`.repeat(500)
      assert.strictEqual(plain(message).map(textOf).join(""), message)
    }),
    { numRuns: 30 }
  )
})

it("A block ends after a line or a word, and half a URL leads where the whole one does", () => {
  const lines = plain("some words of a line\n".repeat(1_000))
  for (const block of lines) assert.match(textOf(block), /^some[\s\S]*line\n$/)
  const words = plain("words ".repeat(1_000))
  for (const block of words) assert.match(textOf(block), /^words[\s\S]* $/)
  const address = `https://a.example/${"x".repeat(6_000)}`
  const links = plain(`See ${address} there`)
    .flatMap((block) => ("stretches" in block ? block.stretches : []))
    .flatMap(({ href, text }) => (href === undefined ? [] : [{ href, text }]))
  assert.isAbove(links.length, 1)
  for (const { href } of links) assert.strictEqual(href, address)
  assert.strictEqual(links.map(({ text }) => text).join(""), address)
})

it("A quote is a message within the message, as deep as anyone reads", () => {
  assert.deepStrictEqual(outline(plain("Hi,\n> Where\n>is it?\n>\n> > Order 7\n\nOn its way. a > b\n>")), [
    "Hi,\n",
    ["Where\nis it?\n\n", ["Order 7\n"]],
    "\nOn its way. a > b\n",
    []
  ])
  assert.deepStrictEqual(outline(plain(">".repeat(9))), [[[[[[">>>>"]]]]]])
})

it("The team's code stays as written, also in quotes", () => {
  const message = "Run\n```sh\n> **a** `b`\n\nhttps://c\n```\nor\n> ```\n> [d](https://e)\n> ```\n```\nf"
  assert.deepStrictEqual(outline(marked(message)), [
    "Run\n",
    { code: "> **a** `b`\n\nhttps://c" },
    "or\n",
    [{ code: "[d](https://e)" }],
    "```\nf"
  ])
  assert.deepStrictEqual(outline(marked("```\n```")), [{ code: "" }])
  assert.deepStrictEqual(outline(plain("```\na\n```")), ["```\na\n```"])
  const long = marked(`\`\`\`\n${"code\n".repeat(2_000)}\`\`\``)
  assert.isAtMost(Math.max(...long.map((block) => textOf(block).length)), 2_000)
  assert.strictEqual(long.map(textOf).join(""), "code\n".repeat(2_000).trimEnd())
})

it("Text on a line with code marks is shown", () => {
  for (const message of ["```a``` b\nc\n```d```", "```\na\n``` b", "``` a b\nc\n```"])
    assert.deepStrictEqual(outline(marked(message)), [message.replaceAll(/`([^`\n]+)`/g, "$1")])
  assert.deepStrictEqual(outline(marked("```sh \r\na\n```b\n```\t\r\nc")), [{ code: "a\n```b" }, "c"])
})

it("A page shows as many endless quotes, code, links and marks as it can hold, quickly", () => {
  const elements = (all: ReadonlyArray<Block>): number =>
    all.reduce((sum, block) => {
      if ("code" in block) return sum + 1
      if ("quoted" in block) return sum + 1 + elements(block.quoted)
      return sum + block.stretches.filter(({ as, href }) => as !== undefined || href !== undefined).length
    }, 0)
  for (const piece of [
    ...["> a\nb\n", "> > a\n> b\n", "> http://a\nhttp://b\n", "> `a`\n**b**\n", ">\n\n", "```\na\n```\nb\n", "```a"],
    ...[`${"> ".repeat(9)}\n`, "```a\n", "> ```\n>\n"]
  ]) {
    const message = piece.repeat(megabyte / piece.length)
    takesAtMost(500, () => assert.isAtMost(elements(marked(message)), 1_300, piece), piece)
  }
})

it("Only the team's marks count", () => {
  assert.deepStrictEqual(outline(marked("> **a**\n`b`")), [["a\n"], "b"])
  assert.deepStrictEqual(outline(plain("> **a**\n`b`")), [["**a**\n"], "`b`"])
})
