import { TextDecoder } from "node:util"

/** Names that mail uses and the Encoding Standard does not know, by the name that it does. */
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
  "iso-8859-8-e": "iso-8859-8"
}

/** Encodings whose bytes are ASCII whatever they say, so that valid UTF-8 proves nothing. */
const sevenBit = /^(?:iso-2022-|hz-|utf-?7|utf-?16|unicode|csunicode)/

const utf8 = new TextDecoder("utf-8", { fatal: true })
const fallback = new TextDecoder("windows-1252")

/**
 * The text that `bytes` hold. Valid UTF-8 wins over the declared charset, which senders often get wrong; then the
 * declared charset; then windows-1252, which any bytes are. Never fails.
 */
export const decodeText = (bytes: Uint8Array, declared = ""): string => {
  const label = declared.trim().toLowerCase().replace(/\*.*$/s, "")
  const named = decoderOf(aliases[label] ?? label)
  if (sevenBit.test(label) && named !== undefined) return named.decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    // The bytes are not UTF-8: whatever the label names decides.
    return (named === undefined || named.encoding === "utf-8" ? fallback : named).decode(bytes)
  }
}

const decoderOf = (label: string): TextDecoder | undefined => {
  if (label === "") return undefined
  try {
    return new TextDecoder(label)
  } catch {
    // An unknown charset is as good as none.
    return undefined
  }
}
