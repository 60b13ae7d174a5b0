import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { wordsLiteral } from "../../../src/sql/commit/wordsLiteral.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const brand = "01a202cb-2665-7206-8774-f7f94ae353bd"

/** The words that the database stores for the writer's value, and those that it computes itself. */
const both = Effect.fnUntraced(function* (title: string | undefined, rest: ReadonlyArray<string | number | undefined>) {
  const { system } = yield* Database
  const sent = wordsLiteral(brand, { ...(title === undefined ? {} : { title }), rest })
  const [row] = yield* system<{ sent: string; made: string }>`select lower(${sent})::tsvector::text as sent,
    (case when ${title ?? null}::text is null then '' else setweight(brand_words(${brand}, ${title ?? ""}), 'A') end
      || brand_words(${brand}, ${rest.filter((part) => part !== undefined).join(" ")}))::text as made`
  return row ?? { sent: "", made: "no row" }
}, Effect.orDie)

/** What people write: words of many scripts with separators between them. */
const piece = fc.oneof(
  fc.constantFrom(
    "Ärger",
    "ÉCOLE",
    "naïve",
    "москва",
    "ΟΔΟΣ",
    "東京都",
    "한국어",
    "عربي",
    "हिन्दी",
    "ไทย",
    "1e5",
    "10",
    "a",
    "ST"
  ),
  fc.constantFrom(
    " ",
    "\n",
    "\t",
    "\u00a0",
    "'",
    '"',
    "\\",
    ":",
    "&",
    "<b>",
    "_",
    "-",
    "--",
    "\u3000",
    "!",
    "🙂",
    "…",
    "“"
  ),
  fc.stringMatching(/^[a-zA-Z0-9]{1,12}$/),
  fc.string({ maxLength: 8 }).filter((text) => !text.includes("\0"))
)
const content = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""))

layer(TestDatabase.layer)("the words that the writer sends", (it) => {
  it.effect("equal those that the database computes from the same texts, with the same positions and weights", () =>
    Effect.gen(function* () {
      const samples = fc.sample(fc.tuple(fc.option(content, { nil: undefined }), content), { numRuns: 300, seed: 39 })
      for (const [title, text] of samples) {
        const { made, sent } = yield* both(title, [1042, text, undefined])
        assert.strictEqual(sent, made, JSON.stringify([title, text]))
      }
    })
  )

  it.effect("do so for texts beyond every limit too", () =>
    Effect.gen(function* () {
      const long = Array.from({ length: 30_000 }, (_, n) => `w${n % 20_000}`).join(" ")
      for (const text of [
        long,
        "é".repeat(1_019),
        "é".repeat(1_020),
        `${"x".repeat(3_000)} short ${"y".repeat(2_039)} ${"z".repeat(2_038)}`,
        `${Array.from({ length: 30_000 }, (_, n) => `🙂w${n}`).join("")} beyond`,
        "𝔘𝔫".repeat(60_000)
      ]) {
        const { made, sent } = yield* both("Title of it", [text])
        assert.isTrue(sent === made, `${text.slice(0, 20)}: ${sent.length} and ${made.length} characters`)
      }
    })
  )

  it.effect("are found however often they occur, although PostgreSQL stores 255 positions of each", () =>
    Effect.gen(function* () {
      const { made, sent } = yield* both(undefined, ["again ".repeat(2_000)])
      const lexemes = (words: string) => words.replaceAll(/:[\dA,]+/g, "")
      assert.strictEqual(lexemes(sent), lexemes(made))
    })
  )

  it.effect("of text without letters and digits are none that can be searched", () =>
    Effect.gen(function* () {
      const { made, sent } = yield* both("!!!", ["…"])
      assert.strictEqual(sent, made)
    })
  )
})
