/** The plural forms of each language, as in CLDR. */
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

/** Returns a function that picks the form for a count and puts the number in place of `#`. */
export const plurals = <Name extends LanguageName>(language: Name) => {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count: number, forms: Readonly<Record<Forms[Name], string>>): string =>
    // The rules of a language can select no other forms.
    forms[rules.select(count) as Forms[Name]].replace("#", numbers.format(count))
}
