import type { Option } from "./picks.ts"

/** Options that have every typed word somewhere; those that begin with the text come first. */
export const matching = (options: ReadonlyArray<Option>, text: string): ReadonlyArray<Option> => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  const found = options.filter(({ label, hint, group }) => {
    const all = `${label} ${hint ?? ""} ${group ?? ""}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const begins = ({ label }: Option) => label.toLowerCase().startsWith(text.trim().toLowerCase())
  return words.length === 0 ? found : [...found.filter(begins), ...found.filter((option) => !begins(option))]
}
