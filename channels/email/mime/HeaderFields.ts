import { decodeText, isForeignCharset } from "./decodeText.ts"
import { detectCharset } from "./detectCharset.ts"
import { likelyCharsets } from "./likelyCharsets.ts"
import { oneLine } from "./oneLine.ts"

/** Bytes of a header that are read; the rest is ignored. */
export const maxHeaderBytes = 256 * 1024

/** An encoded word (RFC 2047, 2). Tolerates blanks and question marks in it, which the standard forbids. */
const encodedWord = /=\?([^?\s]{1,80})\?([bq])\?((?:(?!=\?[^?\s]{1,80}\?[bq]\?)[^\r\n]){0,2000}?)\?=/gi
/** Encoded words read per field: each of them may need its charset detected. */
const maxWords = 200
/** Charset parameters anywhere in the message; those that prove nothing about a header are skipped. */
const charsets = /\bcharset[ \t]{0,9}=[ \t]{0,9}["']?([\w.:-]{1,40})/gi

/**
 * The header of a message (RFC 5322, 2.2), parsed from its raw bytes. Values stay as received, one character per byte,
 * until they are requested as text.
 */
export class HeaderFields {
  readonly #fields = new Map<string, Array<string>>()
  readonly #raw: string
  #charset: string | undefined

  /** Parses the header at the beginning of `message`. */
  constructor(message: Uint8Array) {
    const raw = Buffer.from(message.buffer, message.byteOffset, Math.min(message.byteLength, maxHeaderBytes))
    let name: string | undefined
    this.#raw = raw.toString("latin1")
    // Line by line, since there may be far more below the header than in it.
    for (const [, line = ""] of this.#raw.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
      if (line === "") break
      const values = name === undefined ? undefined : this.#fields.get(name)
      if (/^[ \t]/.test(line) && values !== undefined) {
        values.push(`${values.pop() ?? ""}${line}`)
        continue
      }
      name = /^([!-9;-~]{1,200})[ \t]*:/.exec(line)?.[1]?.toLowerCase()
      if (name === undefined) continue
      const value = line.slice(line.indexOf(":") + 1)
      const known = this.#fields.get(name)
      if (known === undefined) this.#fields.set(name, [value])
      else known.push(value)
    }
  }

  count(name: string): number {
    return this.#fields.get(name)?.length ?? 0
  }

  /** The first field's value, trimmed; empty if there is none. */
  raw(name: string): string {
    return this.#fields.get(name)?.[0]?.trim() ?? ""
  }

  /** The values of all fields with this name, trimmed, topmost first. */
  all(name: string): ReadonlyArray<string> {
    return (this.#fields.get(name) ?? []).map((value) => value.trim())
  }

  /** The first field's value as one line of text, encoded words (RFC 2047) decoded. */
  text(name: string): string {
    const raw = this.raw(name)
    return decodeWords(raw, this.charsetOf(raw))
  }

  /**
   * The charset of undeclared 8-bit bytes in `raw`: most likely that of the text below, declared or detected. Empty if
   * there are no such bytes.
   */
  charsetOf(raw: string): string {
    if (/^[\t -~]*$/.test(raw)) return ""
    this.#charset ??=
      [...this.#raw.matchAll(charsets)].find(([, name = ""]) => isForeignCharset(name))?.[1] ??
      detectCharset(Buffer.from(this.#raw, "latin1"), likelyCharsets(this.raw("from")))
    return this.#charset
  }
}

/**
 * Decodes a raw header value to one line of text. Adjacent encoded words in the same charset are decoded together, because
 * senders split characters between them. Bytes outside of them that are not UTF-8 are decoded as `charset`.
 */
export const decodeWords = (raw: string, charset = ""): string => {
  if (!/=\?|[^\t -~]/.test(raw)) return oneLine(raw)
  let text = ""
  let end = 0
  let pending: { readonly charset: string; readonly bytes: Buffer } | undefined
  const flush = () => {
    if (pending !== undefined) text += decodeText(pending.bytes, pending.charset)
    pending = undefined
  }
  const plain = (part: string) => decodeText(Buffer.from(part, "latin1"), "", charset)
  let words = 0
  for (const match of raw.matchAll(encodedWord)) {
    if (words++ === maxWords) break
    const [word, named = "", encoding = "", content = ""] = match
    const between = raw.slice(end, match.index)
    end = match.index + word.length
    const bytes = encoding.toLowerCase() === "b" ? Buffer.from(content, "base64") : quotedWord(content)
    if (pending !== undefined && between.trim() === "") {
      if (pending.charset.toLowerCase() === named.toLowerCase()) {
        pending = { charset: named, bytes: Buffer.concat([pending.bytes, bytes]) }
        continue
      }
      flush()
    } else {
      flush()
      text += plain(between)
    }
    pending = { charset: named, bytes }
  }
  flush()
  return oneLine(text + plain(raw.slice(end)))
}

/** Decodes the Q encoding of RFC 2047, 4.2. */
const quotedWord = (content: string): Buffer =>
  Buffer.from(
    content
      .replaceAll("_", " ")
      .replace(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1"
  )
