import { addressOf, isWritersAddress } from "../../../src/domain/emailAddress.ts"
import { isSeen } from "../../../src/domain/isSeen.ts"
import { decodeText } from "./decodeText.ts"
import { decodeWords } from "./HeaderFields.ts"
import { oneLine } from "./oneLine.ts"

export interface Mailbox {
  /** In lower case, the domain in its ASCII form. */
  readonly email: string
  readonly name?: string | undefined
}

/** Mailboxes read per field. */
const maxMailboxes = 200
/** Characters kept of a name. */
const maxName = 200
/** Bytes of a candidate for a name or an address: far more than either has. */
const maxPhrase = 2_000

/**
 * The usable mailboxes of an address field (RFC 5322, 3.4), with groups flattened. Lenient, linear, and never fails. Bytes
 * that are not UTF-8 are decoded as `charset`.
 */
export const mailboxes = (raw: string, charset = ""): ReadonlyArray<Mailbox> => {
  const found = parse(raw, charset)
  // Some programs encode the whole field, including the address.
  return found.length === 0 && raw.includes("=?") ? parse(Buffer.from(decodeWords(raw)).toString("latin1"), "") : found
}

const parse = (raw: string, charset: string): ReadonlyArray<Mailbox> => {
  const found: Array<Mailbox> = []
  let phrase = ""
  let address: string | undefined
  let comment = ""

  const finish = () => {
    const given = address ?? phrase
    // Cheap tests first, which rule out most of what would take long.
    const mayBe = given.length <= maxPhrase && given.includes("@") && !given.includes(",")
    const email = mayBe ? normalizeEmail(decodeText(Buffer.from(given, "latin1"), "", charset)) : undefined
    if (email !== undefined) {
      // `jane@acme.test (Jane Doe)` is how names were written before angle brackets, and some machines still do.
      const name = oneLine(decodeWords(address === undefined ? comment : phrase, charset), maxName)
      found.push(isName(name) ? { email, name } : { email })
      phrase = ""
    } else if (address !== undefined) phrase = ""
    // An unquoted comma in a name, as in `Doe, Jane <jane@acme.test>`: keep its parts together.
    else phrase = phrase.trim() === "" || phrase.length > maxPhrase ? "" : `${phrase.trim()}, `
    address = undefined
    comment = ""
  }

  for (let at = 0; at < raw.length && found.length < maxMailboxes; at++) {
    const char = raw[at]
    if (char === '"') {
      const end = closing(raw, at, '"', '"')
      phrase += raw.slice(at + 1, end).replace(/\\(.)/gs, "$1")
      at = end
    } else if (char === "(") {
      const end = closing(raw, at, "(", ")")
      comment = raw.slice(at + 1, end)
      at = end
    } else if (char === "<") {
      const end = raw.indexOf(">", at)
      address = raw.slice(at + 1, end === -1 ? raw.length : end)
      at = end === -1 ? raw.length : end
    } else if (char === "," || char === ";") finish()
    else if (char === ":" && address === undefined) phrase = ""
    else phrase += char
  }
  finish()
  return found
}

/**
 * Whether a text is visibly a name. Outlook puts the address there if it knows no name; a different address would suggest
 * that somebody else wrote, and an invisible text that nobody did.
 */
const isName = (text: string): boolean => isSeen(text) && !/^[^\s@]+@[^\s@]+$/.test(text)

/** The index of the delimiter that closes the one at `from`; the last index if there is none. */
const closing = (raw: string, from: number, open: string, close: string): number => {
  let depth = 1
  for (let at = from + 1; at < raw.length; at++) {
    const char = raw[at]
    if (char === "\\") at++
    else if (char === close) {
      if (--depth === 0) return at
    } else if (char === open) depth++
  }
  return raw.length - 1
}

/** An address without quotes around its local part: they belong only to its notation (RFC 5321, 4.1.2). */
export const unquoted = (address: string): string => address.replace(/^"([^"\\]*)"(?=@)/, "$1")

/**
 * An address in the form in which it identifies a customer: lower case, the domain as A-labels (RFC 5890), nothing else
 * normalized. `undefined` if it cannot be one person's address.
 */
export const normalizeEmail = (raw: string): string | undefined => {
  const address = addressOf(unquoted(raw.trim()))
  return isWritersAddress(address) ? address : undefined
}
