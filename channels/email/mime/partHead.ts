import { decodeText } from "./decodeText.ts"
import { decodeWords } from "./HeaderFields.ts"
import { oneLine } from "./oneLine.ts"

/** Characters read of a field. */
const maxField = 16 * 1024
/** Pieces of one parameter (RFC 2231, 3) that are joined. */
const maxPieces = 100

/** The header of a part, read from its raw bytes. */
export interface PartHead {
  /** Type and subtype, in lower case; empty if there is none. */
  readonly contentType: string
  /** In lower case; empty if there is none. */
  readonly disposition: string
  readonly encoding: string
  readonly filename: string | undefined
  /** Whether the name comes from the disposition, rather than only from the type. */
  readonly isFile: boolean
  readonly contentId: string | undefined
}

/**
 * Reads a part's header from its fields as mailsplit provides them: one character per byte, names in lower case. Undeclared
 * bytes in a file's name that are not UTF-8 are decoded as `charset`.
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
 * Returns a parameter of a field as text (RFC 2045, 5.1; RFC 2231): from its pieces and percent-encoding, from the encoded
 * words that many programs write instead, or from raw bytes.
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
  // Encoded words in pieces violate the standard, but occur all the same.
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

/** Parameters by name. Unquoted values extend to the next semicolon, so that names with blanks survive. */
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
