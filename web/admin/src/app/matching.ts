import type { Option } from "./picks.ts"

/** Folds what does not distinguish texts: case, and whether letters are composed. */
export const folded = (text: string) => text.normalize("NFC").toLowerCase()

/** Returns the options that contain every typed word; those that begin with the text come first. */
export const matching = (options: ReadonlyArray<Option>, text: string): ReadonlyArray<Option> => {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== "")
  const found = options.filter(({ label, hint, group }) => {
    const all = folded(`${label} ${hint ?? ""} ${group ?? ""}`)
    return words.every((word) => all.includes(word))
  })
  const begins = ({ label }: Option) => folded(label).startsWith(folded(text.trim()))
  return words.length === 0 ? found : [...found.filter(begins), ...found.filter((option) => !begins(option))]
}
