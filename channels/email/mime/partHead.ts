import { decodeText } from "./decodeText.ts"
import { decodeWords } from "./HeaderFields.ts"
import { oneLine } from "./oneLine.ts"

/** Characters of one field that are read. */
const maxField = 16 * 1024
/** Pieces of one parameter (RFC 2231, 3) that are put together. */
const maxPieces = 100

/** What the header of a part says, read from its raw bytes. */
export interface PartHead {
  /** Type and subtype, lower case; empty when there is none. */
  readonly contentType: string
  /** Lower case; empty when there is none. */
  readonly disposition: string
  readonly encoding: string
  readonly filename: string | undefined
  /** The name comes from the disposition, not from the type alone. */
  readonly isFile: boolean
  readonly contentId: string | undefined
}

/**
 * Reads a part's header from its fields as mailsplit gives them: one byte to a character, names in lower case. Bytes of a
 * file's name of which nothing is said are read as `charset` unless they are UTF-8.
 */
export const partHead = (
  lines: ReadonlyArray<{ readonly key: string; readonly line: string }>,
  charset = ""
): PartHead => {
  const field = (name: string) => {
    const line = lines.find(({ key }) => key === name)?.line.slice(0, maxField) ?? ""
    return line.slice(line.indexOf(":") + 1).replace(/\r?\n/g, "")
  }
  const type = field("content-type")
  const disposition = field("content-disposition")
  const saved = parameter(disposition, "filename", charset)
  const contentId = oneLine(field("content-id"), 255).replace(/^<|>$/g, "")
  return {
    contentType: firstWord(type),
    disposition: firstWord(disposition),
    encoding: firstWord(field("content-transfer-encoding")),
    filename: saved ?? parameter(type, "name", charset),
    isFile: saved !== undefined,
    contentId: contentId === "" ? undefined : contentId
  }
}

const firstWord = (value: string) => /^[^\s;]*/.exec(value.trim())?.[0].toLowerCase() ?? ""

/**
 * A parameter of a field (RFC 2045, 5.1; RFC 2231), as text: from its pieces and percent codes, from the encoded words
 * that many write instead, or from raw bytes.
 */
const parameter = (field: string, name: string, charset = ""): string | undefined => {
  const found = parameters(field)
  const plain = found.get(name)
  const whole = found.get(`${name}*`)
  const pieces = whole === undefined ? piecesOf(found, name) : [{ text: whole, coded: true }]
  if (pieces.length === 0) return plain === undefined ? undefined : decodeWords(plain, charset)

  const [, named = "", start = ""] = /^([^']{0,80})'[^']{0,80}'(.*)$/s.exec(pieces[0]?.text ?? "") ?? []
  const isLabelled = pieces[0]?.coded === true && named + start !== ""
  const bytes = pieces.map(({ coded, text }, index) => {
    const content = isLabelled && index === 0 ? start : text
    return Buffer.from(coded ? percentDecoded(content) : content, "latin1")
  })
  const joined = Buffer.concat(bytes)
  // Encoded words in pieces are against the rules, and are sent all the same.
  return isLabelled ? decodeText(joined, named) : decodeWords(joined.toString("latin1"), charset)
}

const piecesOf = (found: ReadonlyMap<string, string>, name: string) => {
  const pieces: Array<{ readonly text: string; readonly coded: boolean }> = []
  for (let number = 0; number < maxPieces; number++) {
    const coded = found.get(`${name}*${number}*`)
    const text = coded ?? found.get(`${name}*${number}`)
    if (text === undefined) break
    pieces.push({ text, coded: coded !== undefined })
  }
  return pieces
}

/** Parameters by name. Values without quotes reach to the next semicolon, so that names with blanks survive. */
const parameters = (field: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, name = "", quoted, bare = ""] of field.matchAll(
    /;[ \t]*([^\s=;"]{1,80})[ \t]{0,9}=[ \t]{0,9}(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g
  )) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(["\\])/g, "$1") ?? bare.trim().replace(/^"/, ""))
  }
  return found
}

const percentDecoded = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
