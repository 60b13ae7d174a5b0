import { TextDecoder } from "node:util"

/**
 * Decoders for 7-bit charsets that the Encoding Standard omits: UTF-7 (RFC 2152), HZ (RFC 1843), ISO-2022-KR (RFC 1557) and
 * the GB 2312 part of ISO-2022-CN (RFC 1922).
 */
export const shiftCodes: Record<string, (bytes: Uint8Array) => string> = {
  "utf-7": (bytes) => utf7(bytes),
  utf7: (bytes) => utf7(bytes),
  "unicode-1-1-utf-7": (bytes) => utf7(bytes),
  csunicode11utf7: (bytes) => utf7(bytes),
  "hz-gb-2312": (bytes) => hz(bytes),
  hz: (bytes) => hz(bytes),
  "iso-2022-kr": (bytes) => shifted(bytes, "euc-kr"),
  "iso-2022-cn": (bytes) => shifted(bytes, "gbk"),
  "iso-2022-cn-ext": (bytes) => shifted(bytes, "gbk")
}

/** One character per byte, with the same number. */
export const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")

const utf7 = (bytes: Uint8Array): string => {
  const decoder = new TextDecoder("utf-16be")
  return latin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, code: string) => {
    if (code === "") return "+"
    const units = Buffer.from(code, "base64")
    // The padding bits of the last base64 character are not a unit.
    return decoder.decode(units.subarray(0, units.length & ~1))
  })
}

const hz = (bytes: Uint8Array): string => {
  const decoder = new TextDecoder("gbk")
  return latin1(bytes).replace(/~(?:~|\r?\n|\{([^~\r\n]*)(?:~\})?)/g, (whole, code: string | undefined) =>
    code === undefined ? (whole === "~~" ? "~" : "") : decoder.decode(highBits(code))
  )
}

const shiftOut = "\u000e"
const shiftIn = "\u000f"
/** The escape sequences that announce the shifted character set; they are not text. */
const announcements = ["\u001b$)C", "\u001b$)A", "\u001b$)G", "\u001b$)E", "\u001b$*H"]

/** Decodes text with two-byte characters between SO and SI. */
const shifted = (bytes: Uint8Array, charset: string): string => {
  const decoder = new TextDecoder(charset)
  const [start = "", ...runs] = announcements
    .reduce((text, code) => text.replaceAll(code, ""), latin1(bytes))
    .split(shiftOut)
  return runs.reduce((text, run) => {
    const [code = "", ...rest] = run.split(shiftIn)
    return text + decoder.decode(highBits(code)) + rest.join("")
  }, start)
}

const highBits = (code: string) => Buffer.from(code, "latin1").map((byte) => (byte > 0x20 ? byte | 0x80 : byte))
