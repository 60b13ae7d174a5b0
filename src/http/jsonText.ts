import type { FieldError } from "../domain/Problems.ts"

/** Levels of nesting in a body. Deeper values would overflow the stack of code that walks them later. */
export const maxDepth = 64
/**
 * Members of all objects and entries of all arrays together: ten times as many as in the largest bulk change. Schemas walk
 * each of them, and collect all errors until the end.
 */
export const maxMembers = 10_000

/** A fault in a JSON text that `JSON.parse` accepts: its shape, or a value that cannot be stored exactly. */
export type JsonFault =
  | { readonly _tag: "TooDeep" }
  | { readonly _tag: "TooWide" }
  | ({ readonly _tag: "BadValue" } & FieldError)

/**
 * Scans a JSON text for what parsing would hide or lose: more than 64 levels or 10,000 members and entries, U+0000 and lone
 * surrogates in strings (keys included), integers beyond ±(2^53−1) and numbers beyond a double. One pass without allocation;
 * whether the text is valid JSON is left to `JSON.parse`. `onMember` receives the member names of the outermost object.
 */
export const findFault = (text: string, onMember?: (name: string) => void): JsonFault | undefined => {
  let depth = 0
  let members = 0
  let [start, end] = [0, 0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      start = index
      end = skipString(text, index)
      if (end < 0) return fault(text, index, "encoding", -end === nul ? noNul : wellFormed)
      index = end
    } else if (code === openBrace || code === openBracket) {
      if (++depth > maxDepth) return { _tag: "TooDeep" }
      if (holdsSomething(text, index) && ++members > maxMembers) return { _tag: "TooWide" }
    } else if (code === closeBrace || code === closeBracket) {
      depth--
    } else if (code === comma) {
      if (++members > maxMembers) return { _tag: "TooWide" }
    } else if (code === colon) {
      if (depth === 1) onMember?.(text.slice(start + 1, end))
    } else if (code === minus || isDigit(code)) {
      const first = index
      let isInteger = true
      while (index + 1 < text.length) {
        const next = text.charCodeAt(index + 1)
        if (!isDigit(next)) {
          if (next !== dot && next !== lowerE && next !== upperE && next !== plus && next !== minus) break
          isInteger = false
        }
        index++
      }
      // Up to fifteen digits are always exact, and two bytes of exponent cannot overflow.
      if (index - first < 15 && isInteger) continue
      const value = Number(text.slice(first, index + 1))
      if (isInteger ? !Number.isSafeInteger(value) : value === Infinity || value === -Infinity) {
        return fault(text, first, "range", isInteger ? safeInteger : finite)
      }
    }
  }
  return undefined
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 123, 125, 91, 93]
const [minus, plus, dot, comma, colon, lowerE, upperE, lowerU] = [45, 43, 46, 44, 58, 101, 69, 117]
const isDigit = (code: number) => code >= 48 && code <= 57

/** Whether the object or array that opens at `start` has a first member or entry; all others follow a comma. */
const holdsSomething = (text: string, start: number): boolean => {
  let index = start + 1
  while (isSpace(text.charCodeAt(index))) index++
  const code = text.charCodeAt(index)
  return code !== closeBrace && code !== closeBracket
}

/** JSON whitespace: tab, line ends, space. */
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const nul = 1
const surrogate = 2
const noNul = "must not contain the character U+0000"
const wellFormed = "must be well-formed Unicode: it contains an unpaired surrogate"
const safeInteger = "must be an integer between -9007199254740991 and 9007199254740991; send larger ones as strings"
const finite = "must be a number that fits in a 64-bit float"

/** Index of the closing quote of the string that opens at `start`, or the negated fault in it. */
const skipString = (text: string, start: number): number => {
  let highSurrogate = false
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) {
      if (text.charCodeAt(++index) === lowerU) {
        const unit = Number.parseInt(text.slice(index + 1, index + 5), 16)
        index += 4
        if (unit === 0) return -nul
        const isLow = unit >= 0xdc00 && unit <= 0xdfff
        if (isLow !== highSurrogate) return -surrogate
        highSurrogate = unit >= 0xd800 && unit <= 0xdbff
        continue
      }
    } else if (code === quote) {
      return highSurrogate ? -surrogate : index
    }
    if (highSurrogate) return -surrogate
  }
  return text.length
}

const fault = (text: string, offset: number, code: FieldError["code"], message: string): JsonFault => ({
  _tag: "BadValue",
  // The name of a member of the body itself has no path.
  field: pathAt(text, offset) || "body",
  code,
  message
})

/** The path of the value (or key) at `offset`, such as `links[0].url`. Computed only for an error. */
const pathAt = (text: string, offset: number): string => {
  const path: Array<{ key: string | number }> = []
  let lastString = ""
  for (let index = 0; index < offset; index++) {
    const code = text.charCodeAt(index)
    const top = path.at(-1)
    if (code === quote) {
      const end = skipString(text, index)
      lastString = text.slice(index + 1, end)
      index = end
    } else if (code === openBrace) path.push({ key: "" })
    else if (code === openBracket) path.push({ key: 0 })
    else if (code === closeBrace || code === closeBracket) path.pop()
    else if (code === colon && top !== undefined && typeof top.key === "string") top.key = lastString
    else if (code === comma && top !== undefined) top.key = typeof top.key === "number" ? top.key + 1 : ""
  }
  return path.reduce(
    (prefix, { key }) =>
      typeof key === "number" ? `${prefix}[${key}]` : key === "" ? prefix : prefix === "" ? key : `${prefix}.${key}`,
    ""
  )
}
