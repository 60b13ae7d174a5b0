import { tagAttribute } from "./tagAttribute.ts"

/** Nesting levels of lists that are indented separately. */
const maxDepth = 10
/** Reversed lists whose items are counted to find their first number; counting costs a pass over each. */
const maxCounted = 20

/** Characters of a tag that are inspected. */
const maxTag = 8_192
const reversed = /\sreversed(?:[\s=/]|$)/i
const quoted = /"[^"]*"|'[^']*'/g

interface List {
  /** The number of the next item; `undefined` for an unordered list. */
  next: number | undefined
  readonly step: 1 | -1
  readonly style: string
}

/** Generates the markers of list items in an HTML page, as its author saw them: a dash, a number, a letter. */
export class Lists {
  readonly #page: string
  readonly #open: Array<List> = []
  #counted = 0

  constructor(page: string) {
    this.#page = page
  }

  /** Opens the list of this tag, which ends at `at`; without a tag, closes the innermost list. */
  change(tag: string | undefined, at: number) {
    if (tag === undefined) {
      this.#open.pop()
      return
    }
    const isOrdered = /^ol\b/i.test(tag)
    const isReversed = isOrdered && reversed.test(tag.slice(0, maxTag).replace(quoted, ""))
    const first = isReversed && this.#counted++ < maxCounted ? itemsFrom(this.#page, at) : 1
    this.#open.push({
      next: isOrdered ? numberIn(tag, "start", first) : undefined,
      step: isReversed ? -1 : 1,
      style: styleOf(tag)
    })
  }

  /** The marker of this tag's item, the innermost list's next. The tag may set its number; later ones continue from it. */
  mark(tag: string): string {
    const list = this.#open.at(-1)
    const indent = "  ".repeat(Math.max(0, Math.min(this.#open.length - 1, maxDepth)))
    if (list?.next === undefined) return `${indent}-`
    const number = numberIn(tag, "value", list.next)
    list.next = number + list.step
    return `${indent}${written(number, list.style)}.`
  }
}

/** Counts the items of the list whose tag ends at `at`, without those of nested lists. */
const itemsFrom = (page: string, at: number): number => {
  const tags = /<(?:(\/?)(?:ol|ul)|li)\b/gi
  tags.lastIndex = at
  let items = 0
  let depth = 1
  for (let found = tags.exec(page); found !== null && depth > 0; found = tags.exec(page)) {
    if (found[1] === undefined) items += depth === 1 ? 1 : 0
    else depth += found[1] === "" ? 1 : -1
  }
  return items
}

/** The style from the attribute, or from the CSS that browsers and mail programs write. */
const styleOf = (tag: string): string => {
  const type = tagAttribute(tag, "type").trim()
  const style = /list-style(?:-type)?\s*:\s*(lower|upper)-(alpha|latin|roman)/i.exec(tagAttribute(tag, "style"))
  if (style === null) return type
  const letter = /roman/i.test(style[2] ?? "") ? "i" : "a"
  return /upper/i.test(style[1] ?? "") ? letter.toUpperCase() : letter
}

/** The highest number that can be written in Roman numerals. */
const maxRoman = 3_999

const written = (number: number, style: string): string => {
  const lower = style.toLowerCase()
  const text =
    lower === "a" && number > 0
      ? letters(number)
      : lower === "i" && number > 0 && number <= maxRoman
        ? roman(number)
        : String(number)
  return style === lower ? text : text.toUpperCase()
}

/** a to z, aa to zz, and so on. */
const letters = (number: number): string =>
  number === 0 ? "" : letters(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26))

const numerals = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"]
] as const

const roman = (number: number): string => {
  let left = number
  let text = ""
  for (const [value, numeral] of numerals) {
    text += numeral.repeat(Math.floor(left / value))
    left %= value
  }
  return text
}

const numberIn = (tag: string, name: "start" | "value", otherwise: number): number => {
  const given = tagAttribute(tag, name).trim()
  return /^-?\d{1,9}$/.test(given) ? Number(given) : otherwise
}
