import { fieldCalled, type SearchField } from "./searchFields.ts"

/** A part of the typed text: a word, or a filter such as `tag:vip,"needs review"`. */
export interface SearchPart {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly field?: SearchField | undefined
}

export type SearchFilters = Partial<Record<SearchField, ReadonlyArray<string>>>

/** Parts are separated by spaces outside quotes. */
const parts = /(?:[^\s"]|"[^"]*"?)+/g
/** Values are separated by commas outside quotes. */
const values = /(?:[^,"]|"[^"]*"?)+/g
/** Where values can begin: at the start, and after commas outside quotes. */
const beginnings = /^|(?<=^(?:[^"]|"[^"]*")*,)/g

const partsOf = (typed: string): ReadonlyArray<SearchPart> =>
  [...typed.matchAll(parts)].map(([text], at, all) => {
    const start = all[at]?.index ?? 0
    const colon = text.indexOf(":")
    return { start, end: start + text.length, text, field: colon < 1 ? undefined : fieldCalled(text.slice(0, colon)) }
  })

const valuesOf = ({ text }: SearchPart): ReadonlyArray<string> =>
  [...text.slice(text.indexOf(":") + 1).matchAll(values)]
    .map(([value]) => withoutQuotes(value).trim())
    .filter((value) => value !== "")

/** Splits a search into words and filters. A filter without a value is ignored. */
export const parseSearch = (typed: string): { readonly words: string; readonly filters: SearchFilters } => {
  const filters: Partial<Record<SearchField, Array<string>>> = {}
  const words: Array<string> = []
  for (const part of partsOf(typed)) {
    if (part.field === undefined) words.push(withoutQuotes(part.text))
    else filters[part.field] = [...new Set([...(filters[part.field] ?? []), ...valuesOf(part)])]
  }
  return {
    words: words.join(" "),
    filters: Object.fromEntries(Object.entries(filters).filter(([, given]) => given.length > 0))
  }
}

/** Returns a name as it can be typed. Quotes only enclose names, and cannot be part of one. */
export const withoutQuotes = (name: string): string => name.replaceAll('"', "")

/** Returns a value as it is typed, in quotes if necessary. */
export const typedValue = (value: string): string => {
  const plain = withoutQuotes(value)
  return /[\s,]/.test(plain) ? `"${plain}"` : plain
}

/** Returns the search with a filter's value added or removed. */
export const toggled = (typed: string, field: SearchField, name: string): string => {
  const { filters } = parseSearch(typed)
  const value = withoutQuotes(name)
  const before = filters[field] ?? []
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  const rest = partsOf(typed).filter((part) => part.field !== field)
  const kept = rest.map(({ text }) => text)
  return [...kept, ...(after.length === 0 ? [] : [`${field}:${after.map(typedValue).join(",")}`])].join(" ")
}

/** Returns what is being typed at the caret: a word or the name of a filter, or one of a filter's values. */
export const typedAt = (typed: string, caret: number) => {
  const part = partsOf(typed).find(({ start, end }) => start <= caret && caret <= end)
  if (part?.field === undefined) return { start: part?.start ?? caret, end: part?.end ?? caret, text: part?.text ?? "" }
  const colon = part.text.indexOf(":") + 1
  const start = [...part.text.slice(colon).matchAll(beginnings)]
    .map(({ index }) => part.start + colon + index)
    .findLast((index) => index <= caret)
  if (start === undefined) return { start: part.start, end: part.end, text: part.text }
  const [value = ""] = /^(?:[^,"]|"[^"]*"?)*/.exec(typed.slice(start, part.end)) ?? []
  return { field: part.field, start, end: start + value.length, text: withoutQuotes(typed.slice(start, caret)) }
}

/** Returns the text after an option was chosen for a part of it, and where the caret goes. */
export const completed = (
  typed: string,
  { end, start }: { readonly start: number; readonly end: number },
  chosen: string
): { readonly text: string; readonly caret: number } => {
  const after = typed.slice(end)
  const text = `${typed.slice(0, start)}${chosen}${chosen.endsWith(":") || after.startsWith(" ") ? "" : " "}`
  return { text: text + after, caret: text.length + (after.startsWith(" ") && !chosen.endsWith(":") ? 1 : 0) }
}
