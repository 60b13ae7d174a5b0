import { assert, describe, it } from "@effect/vitest"
import { words as english } from "../../../web/customer/words/en.ts"
import { languageNames, languageOf, spokenLocale } from "../../../web/customer/words/language.ts"

type Catalogue = { readonly [name: string]: Entry }
type Entry = string | Catalogue | ((...input: ReadonlyArray<string | number>) => string)

/** A placeholder for a name, an address or a size in a sentence. */
const mark = "⟨x⟩"
/** Together these counts cover each plural form of each language. */
const counts = [0, 1, 2, 3, 5, 11, 100, 1_000_000]
/** Sentences about a count; all others insert a name. */
const counting = new Set(["openWith", "replies", "tooManyFiles"])

const entriesOf = (catalogue: Catalogue, path = ""): ReadonlyArray<readonly [string, Exclude<Entry, Catalogue>]> =>
  Object.entries(catalogue).flatMap(([name, entry]) =>
    typeof entry === "object" ? entriesOf(entry, `${path}${name}.`) : [[path + name, entry] as const]
  )

const names = entriesOf(english as Catalogue).map(([name]) => name)

for (const language of languageNames)
  describe(`The catalogue of ${language}`, async () => {
    const { direction, locale, words } = await languageOf(language)
    const entries = entriesOf(words as Catalogue)

    it("has all keys, and no others", () => {
      assert.strictEqual(locale, language)
      assert.deepStrictEqual(
        entries.map(([name]) => name),
        names
      )
    })

    it("has a text for everything, and uses all parameters", () => {
      for (const [name, entry] of entries) {
        const texts =
          typeof entry === "string"
            ? [entry]
            : counting.has(name)
              ? counts.map((count) => entry(count))
              : [entry(mark, 7)]
        for (const text of texts) {
          assert.strictEqual(text, text.trim(), name)
          assert.notStrictEqual(text, "", name)
          assert.notMatch(text, /undefined|#|NaN|\[object/, name)
          if (typeof entry === "function" && !counting.has(name)) assert.include(text, mark, name)
        }
      }
    })

    it("counts with the plural forms of the language", () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      const rules = new Intl.PluralRules(language)
      for (const category of pluralCategories) {
        const count = [...counts, 1.5].find((count) => rules.select(count) === category)
        assert.isDefined(count, `no number is known whose form is ${category}`)
        assert.isNotEmpty(words.replies(count))
      }
      assert.include(words.replies(11), new Intl.NumberFormat(language).format(11))
    })

    it("names a button with words that its longer name starts or ends with", () => {
      assert.include(words.remove(mark).toLowerCase(), words.removeIt.toLowerCase())
    })

    it("has the direction of its script", () => {
      assert.strictEqual(direction, language === "ar" ? "rtl" : "ltr")
      if (language !== "en") assert.notStrictEqual(words.newRequest, english.newRequest)
    })
  })

describe("The language of a locale", () => {
  it("is also that of its region, whose date format it keeps", async () => {
    assert.strictEqual((await languageOf("de-at")).locale, "de-AT")
    assert.strictEqual((await languageOf("pt_BR")).words.subject, "Assunto")
    assert.strictEqual(spokenLocale("ar-EG"), "ar-EG")
  })

  it("is English if it is not one of ours", async () => {
    for (const locale of ["", "tlh", "x", "constructor", "de; Path=/", "日本"]) {
      assert.isUndefined(spokenLocale(locale), locale)
      assert.strictEqual((await languageOf(locale)).locale, "en", locale)
    }
  })
})
