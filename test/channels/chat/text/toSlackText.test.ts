import { assert, it } from "@effect/vitest"
import { escapeSlack, toSlackMessages } from "../../../../channels/chat/text/toSlackText.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const link = "Read on: https://desk.example"

it("leaves nothing that Slack would interpret", () => {
  assert.strictEqual(escapeSlack("<!channel> <@U1> a & b"), "&lt;!channel&gt; &lt;@U1&gt; a &amp; b")
  assert.strictEqual(escapeSlack("&lt;!here&gt;"), "&amp;lt;!here&amp;gt;")
})

it("renders quotes as quotations, and still nothing that Slack would interpret", () => {
  const [part] = toSlackMessages("> Where is <!here>?\n> > a > b\nOn its way <@U1>", link)
  assert.strictEqual(part, "> Where is &lt;!here&gt;?\n> &gt; a &gt; b\nOn its way &lt;@U1&gt;")
})

it("renders quotes as quotations in each of the parts", () => {
  const parts = toSlackMessages("> a line that goes on\n".repeat(300), link)
  assert.isAbove(parts.length, 1)
  for (const part of parts) for (const line of part.split("\n")) assert.strictEqual(line, "> a line that goes on")
})

it("sends a short text as one message, and a long one in parts between paragraphs", () => {
  assert.deepStrictEqual(toSlackMessages("hello", link), ["hello"])
  const paragraph = "word ".repeat(400).trim()
  const parts = toSlackMessages([paragraph, paragraph, paragraph].join("\n\n"), link)
  assert.deepStrictEqual(parts, [paragraph, paragraph, paragraph])
})

it("loses no word, splits no character, and accounts for escaping", () => {
  for (const text of [
    "word ".repeat(2_000),
    "😀".repeat(5_000),
    "<".repeat(4_000),
    `${"x".repeat(2_999)}😀${"y".repeat(3_000)}`
  ]) {
    const parts = toSlackMessages(text, link)
    for (const part of parts) {
      assert.isAtMost(part.length, 3_000)
      assert.isTrue(part.isWellFormed())
    }
    const letters = (all: string) => all.replaceAll(/\s/g, "")
    assert.strictEqual(letters(parts.join("")), letters(escapeSlack(text)))
  }
})

it("sends the beginning of a text that is too long, and a link to the rest", () => {
  const parts = toSlackMessages("word ".repeat(3_000), link)
  assert.strictEqual(parts.length, 1)
  assert.isTrue(parts[0]?.endsWith(`\n\n${link}`))
})

it("processes no more of a megabyte than it sends", () => {
  for (const piece of ["<", "> ", "```\n", "\n\na"]) {
    const text = piece.repeat(1024 * 1024)
    // The first of these once took 48 seconds, during which the server did nothing else.
    takesAtMost(2_000, () => toSlackMessages(text, link), piece)
    const [part = "", ...others] = toSlackMessages(text, link)
    assert.isEmpty(others)
    assert.isAtMost(part.length, 3_100)
  }
})

it("keeps code in both parts when it splits a code block, with its indentation", () => {
  const line = `    if (a < b) return "${"x".repeat(70)}"`
  const text = ["Look:", "```", ...Array.from({ length: 70 }, () => line), "```", "That is all."].join("\n")
  const parts = toSlackMessages(text, "")
  assert.lengthOf(parts, 3)
  for (const part of parts) {
    assert.strictEqual(part.split("```").length % 2, 1)
    assert.isBelow(part.length, 4000)
  }
  assert.isTrue(parts[0]?.startsWith("Look:\n```\n    if") && parts[0].endsWith("\n```"))
  assert.isTrue(parts[1]?.startsWith("```\n    if") && parts[1].endsWith("\n```"))
  assert.isTrue(parts[2]?.startsWith("```\n    if") && parts[2].endsWith("\n```\nThat is all."))
  assert.strictEqual(parts.join("\n").split(escapeSlack(line)).length - 1, 70)
})
