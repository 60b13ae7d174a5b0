import { assert, it } from "@effect/vitest"
import { fromSlackText, mentionedUsers } from "../../../../channels/chat/text/fromSlackText.ts"
import type { JsonObject } from "../../../../src/domain/Json.ts"

const names = {
  user: (id: string) => (id === "U1" ? "Ines Roth" : undefined),
  channel: (id: string) => (id === "C1" ? "help" : undefined)
}
const read = (text: string, blocks: ReadonlyArray<JsonObject> = []) => fromSlackText(text, blocks, names)

it("decodes what Slack encodes, once", () => {
  assert.strictEqual(read("a &amp; b &lt;c&gt;"), "a & b <c>")
  assert.strictEqual(read("&amp;lt;script&amp;gt;"), "&lt;script&gt;")
})

it("renders mentions by name and links as Markdown", () => {
  assert.strictEqual(read("<@U1> and <@U9> and <@U8|bob> and <@U1|>"), "@Ines Roth and @U9 and @bob and @Ines Roth")
  assert.strictEqual(read("<#C1> <#C2|sales> <#C3|>"), "#help #sales #C3")
  assert.strictEqual(read("<!here> <!here|here> <!subteam^S1|@support> <!subteam^S2>"), "@here @here @support @S2")
  assert.strictEqual(read("<!date^1392734382^{date}|18 February>"), "18 February")
  assert.strictEqual(read("<https://a.example/x?a=1&amp;b=2|the page>"), "[the page](https://a.example/x?a=1&b=2)")
  assert.strictEqual(read("<https://a.example> <mailto:a@b.example|a@b.example>"), "https://a.example a@b.example")
  assert.strictEqual(
    read(
      "<http://a.example|a.example> <https://a.example/x/|a.example/x> <tel:+49301234|+49 30 1234> <https://a.example/|https://a.example/>"
    ),
    "http://a.example https://a.example/x/ +49 30 1234 https://a.example/"
  )
  assert.strictEqual(read("<tel:+49301234> <tel:+49301234|Call us>"), "+49301234 [Call us](tel:+49301234)")
  const link = (url: string, text: string) =>
    read("", [
      { type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "link", url, text }] }] }
    ])
  assert.strictEqual(link("http://a.example", "a.example"), "http://a.example")
  assert.strictEqual(link("https://b.example", "a.example"), "[a.example](https://b.example)")
  assert.strictEqual(read("a < b and <no link>"), "a < b and <no link>")
})

it("reads the rich text of a message without other text, and the emoji of a message with text", () => {
  const section = (...elements: ReadonlyArray<JsonObject>): JsonObject => ({
    type: "rich_text",
    elements: [
      { type: "rich_text_section", elements },
      {
        type: "rich_text_list",
        style: "ordered",
        elements: [
          { type: "rich_text_section", elements: [{ type: "text", text: "one" }] },
          { type: "rich_text_section", elements: [{ type: "text", text: "two" }] }
        ]
      },
      { type: "rich_text_quote", elements: [{ type: "text", text: "said\nbefore" }] }
    ]
  })
  const tada = { type: "emoji", name: "tada", unicode: "1f389" }
  const blocks = [
    section({ type: "user", user_id: "U1" }, { type: "text", text: ": look " }, tada, { type: "emoji", name: "ours" })
  ]
  assert.strictEqual(read("", blocks), "@Ines Roth: look 🎉:ours:\n1. one\n2. two\n> said\n> before")
  assert.strictEqual(read("look :tada: :ours: 10:30:00", blocks), "look 🎉 :ours: 10:30:00")
})

it("reads dates, colours and continued lists, which exist only in rich text", () => {
  const item = (text: string) => ({ type: "rich_text_section", elements: [{ type: "text", text }] })
  const list = (indent: number, offset: number, ...texts: ReadonlyArray<string>): JsonObject => ({
    ...{ type: "rich_text_list", style: "ordered", indent, offset },
    elements: texts.map(item)
  })
  const said = {
    type: "rich_text_section",
    elements: [
      { type: "text", text: "By " },
      { type: "date", timestamp: 1392734382, format: "{date}", fallback: "18 February" },
      { type: "text", text: " in " },
      { type: "color", value: "#ff8800" }
    ]
  }
  const lists = [list(0, 0, "one"), list(1, 0, "inside"), list(0, 1, "two")]
  assert.strictEqual(
    read("", [{ type: "rich_text", elements: [said, ...lists] }]),
    "By 18 February in #ff8800\n1. one\n  1. inside\n2. two"
  )
})

it("survives any code point in a message", () => {
  const emoji = (unicode: string): JsonObject => ({
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements: [{ type: "emoji", name: "x", unicode }] }]
  })
  for (const unicode of ["", "zz", "ffffff", "110000", "1f389-", "-"])
    assert.strictEqual(read("", [emoji(unicode)]), ":x:")
})

it("truncates what is longer than forty thousand characters, and returns the ids to look up", () => {
  assert.strictEqual(read("x".repeat(50_000)).length, 40_000)
  assert.isTrue(read(`${"x".repeat(39_999)}😀`).isWellFormed())
  const block = { type: "rich_text", elements: [{ type: "user", user_id: "U2" }] }
  assert.deepStrictEqual(mentionedUsers("<@U1> <@U3|bob> <@U1> <@U4|>", [block]), ["U1", "U4", "U2"])
})
