import { TextDecoder } from "node:util"
import { detectCharset } from "./detectCharset.ts"
import { latin1, shiftCodes } from "./shiftCodes.ts"

/** Charset names that mail uses but the Encoding Standard does not know, with the names that it does. */
const aliases: Record<string, string> = {
  cp932: "shift_jis",
  ms932: "shift_jis",
  "windows-932": "shift_jis",
  cp936: "gbk",
  "windows-936": "gbk",
  cp949: "euc-kr",
  "windows-949": "euc-kr",
  cp950: "big5",
  "windows-950": "big5",
  cp1250: "windows-1250",
  "iso-8859-8-e": "iso-8859-8",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  "iso-2022-jp-ms": "iso-2022-jp",
  utf8mb4: "utf-8",
  "utf-8-mac": "utf-8"
}

/** Encodings whose bytes are all ASCII, whatever the text, so that valid UTF-8 proves nothing. */
const sevenBit = /^(?:iso-2022-|hz|utf-?7|utf-?16|unicode|csunicode)/
/** Charset names that say nothing about non-ASCII bytes. */
const ascii = /^(?:us-?|ansi_x3\.4-.*|iso_?646.*)?(?:ascii)?$|^ansi_x3|^iso_?646/

const escape = 0x1b
/** The escape sequences by which ISO-2022-JP switches to Japanese. */
const toJapanese = ["\u001b$@", "\u001b$B"]

const utf8 = new TextDecoder("utf-8", { fatal: true })
const lossyUtf8 = new TextDecoder("utf-8")
const decoders = new Map<string, TextDecoder>()

/** Decoded text, and the charset that it was decoded from. */
export interface DecodedText {
  readonly text: string
  readonly charset: string
  /** Whether that is the declared charset, or the bytes are ASCII and mean the same in all charsets. */
  readonly isDeclared: boolean
}

/**
 * Decodes `bytes`. In order of preference: valid UTF-8, over the declared charset, which senders often get wrong; the
 * declared charset; `hint`, the charset of neighbouring text; one of the `likely` charsets; a guess; and windows-1252,
 * which accepts any bytes. Never fails.
 */
export const readText = (
  bytes: Uint8Array,
  declared = "",
  hint = "",
  likely: ReadonlyArray<string> = []
): DecodedText => {
  const label = labelOf(declared)
  const shift = shiftCodes[label]
  if (shift !== undefined) return { text: shift(bytes), charset: label, isDeclared: true }
  if (sevenBit.test(label)) {
    const named = decoderOf(label)
    const order = named?.encoding.startsWith("utf-16") === true ? byteOrderOf(bytes) : undefined
    if (order !== undefined) return { text: order.decode(bytes), charset: order.encoding, isDeclared: true }
    if (named !== undefined) {
      const read = named.encoding === "iso-2022-jp" ? withoutIdleSwitches(bytes) : bytes
      return { text: named.decode(read), charset: named.encoding, isDeclared: true }
    }
  }
  // Old Japanese programs use it without declaring it, in subjects too; nobody else writes these sequences.
  if (bytes.includes(escape) && toJapanese.some((code) => latin1(bytes).includes(code)))
    return { ...readText(bytes, "iso-2022-jp"), isDeclared: false }
  try {
    const text = utf8.decode(bytes)
    // Any non-ASCII character takes more bytes than UTF-16 units.
    return {
      text,
      charset: "utf-8",
      isDeclared: text.length === bytes.length || decoderOf(label)?.encoding === "utf-8"
    }
  } catch {
    // Not UTF-8, or not entirely.
    return notUtf8(bytes, label, labelOf(hint), likely)
  }
}

const byteOrders = { be: new TextDecoder("utf-16be"), le: new TextDecoder("utf-16le") } as const

/**
 * A decoder for UTF-16 in the byte order of its mark (RFC 2781, 3.2): Java writes `UTF-16` as big-endian, but the Encoding
 * Standard reads that name as little-endian. `undefined` if there is no mark.
 */
const byteOrderOf = ([first, second]: Uint8Array): TextDecoder | undefined =>
  first === 0xfe && second === 0xff ? byteOrders.be : first === 0xff && second === 0xfe ? byteOrders.le : undefined

const characterSet = "\u001b(?:\\([BIJ]|\\$[@B])"
/**
 * A character set switch immediately followed by another, as occurs wherever two Japanese encoded words meet. The Encoding
 * Standard decodes it as an error, which no mail program does.
 */
const idleSwitch = new RegExp(`${characterSet}(?=${characterSet})`, "g")

const withoutIdleSwitches = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(latin1(bytes).replace(idleSwitch, ""), "latin1")

/** Decodes `bytes` like `readText`, and returns only the text. */
export const decodeText = (bytes: Uint8Array, declared = "", hint = ""): string => readText(bytes, declared, hint).text

/** Whether a charset gives non-ASCII bytes a meaning of its own, other than that of UTF-8. */
export const isForeignCharset = (name: string): boolean => foreignDecoder(labelOf(name)) !== undefined

const foreignDecoder = (label: string): TextDecoder | undefined => {
  const decoder = ascii.test(label) || sevenBit.test(label) ? undefined : decoderOf(label)
  return decoder?.encoding === "utf-8" ? undefined : decoder
}

const notUtf8 = (bytes: Uint8Array, label: string, hint: string, likely: ReadonlyArray<string>): DecodedText => {
  const named = ascii.test(label) ? undefined : decoderOf(label)
  if (named !== undefined && named.encoding !== "utf-8")
    return { text: named.decode(bytes), charset: named.encoding, isDeclared: true }
  const damaged = lossyUtf8.decode(bytes)
  const lost = damaged.match(/\ufffd/g)?.length ?? 0
  const read = damaged.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  if (read > lost * 2) return { text: damaged, charset: "utf-8", isDeclared: named !== undefined }
  const decoder = foreignDecoder(hint) ?? decoderOf(detectCharset(bytes, likely)) ?? lossyUtf8
  return { text: decoder.decode(bytes), charset: decoder.encoding, isDeclared: false }
}

const labelOf = (charset: string): string => {
  const label = charset
    .slice(0, 100)
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, "")
    .replace(/\*.*$/s, "")
  return aliases[label] ?? label
}

const decoderOf = (label: string): TextDecoder | undefined => {
  const known = decoders.get(label)
  if (known !== undefined || label === "") return known
  try {
    const decoder = new TextDecoder(label)
    // The standard knows few names, so this stays small.
    decoders.set(label, decoder)
    return decoder
  } catch {
    // An unknown charset is treated as none.
    return undefined
  }
}
