/** The forms that a word has when it is counted, by language, as CLDR knows them. */
interface Forms {
  readonly ar: "zero" | "one" | "two" | "few" | "many" | "other"
  readonly de: "one" | "other"
  readonly en: "one" | "other"
  readonly es: "one" | "many" | "other"
  readonly fr: "one" | "many" | "other"
  readonly it: "one" | "many" | "other"
  readonly ja: "other"
  readonly nl: "one" | "other"
  readonly pl: "one" | "few" | "many" | "other"
  readonly pt: "one" | "many" | "other"
}

/** The languages that customers can read. */
export type LanguageName = keyof Forms

/** What a language says of a number of things: the form that goes with the number, which stands at `#`. */
export const plurals = <Name extends LanguageName>(language: Name) => {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count: number, forms: Readonly<Record<Forms[Name], string>>): string =>
    // The forms of the language are all that its rules can select.
    forms[rules.select(count) as Forms[Name]].replace("#", numbers.format(count))
}
