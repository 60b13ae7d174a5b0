import { decodeText } from "./decodeText.ts"
import { oneLine } from "./oneLine.ts"

/** Bytes of a header that are read; what comes after them is not looked at. */
export const maxHeaderBytes = 256 * 1024

const encodedWord = /=\?([^?\s]{1,80})\?([bq])\?([^?]*)\?=/gi

/**
 * The header of a message (RFC 5322, 2.2), read from its raw bytes. Values stay as they came, one byte to a
 * character, until they are asked for as text.
 */
export class HeaderFields {
  readonly #fields = new Map<string, Array<string>>()

  /** Reads the header at the beginning of `message`. */
  constructor(message: Uint8Array) {
    const raw = Buffer.from(message.buffer, message.byteOffset, Math.min(message.byteLength, maxHeaderBytes))
    let name: string | undefined
    for (const line of raw.toString("latin1").split(/\r\n|\n|\r/)) {
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

  /** The first field's value, trimmed; empty when there is none. */
  raw(name: string): string {
    return this.#fields.get(name)?.[0]?.trim() ?? ""
  }

  /** The first field's value as one line of text, encoded words (RFC 2047) decoded. */
  text(name: string): string {
    return decodeWords(this.raw(name))
  }
}

/**
 * One line of text from a raw header value. Neighbouring encoded words of one charset are decoded together, because
 * senders split characters between them.
 */
export const decodeWords = (raw: string): string => {
  let text = ""
  let end = 0
  let pending: { readonly charset: string; readonly bytes: Buffer } | undefined
  const flush = () => {
    if (pending !== undefined) text += decodeText(pending.bytes, pending.charset)
    pending = undefined
  }
  for (const match of raw.matchAll(encodedWord)) {
    const [word, charset = "", encoding = "", content = ""] = match
    const between = raw.slice(end, match.index)
    end = match.index + word.length
    const bytes = encoding.toLowerCase() === "b" ? Buffer.from(content, "base64") : quotedWord(content)
    if (pending !== undefined && between.trim() === "") {
      if (pending.charset.toLowerCase() === charset.toLowerCase()) {
        pending = { charset, bytes: Buffer.concat([pending.bytes, bytes]) }
        continue
      }
      flush()
    } else {
      flush()
      text += decodeText(Buffer.from(between, "latin1"))
    }
    pending = { charset, bytes }
  }
  flush()
  return oneLine(text + decodeText(Buffer.from(raw.slice(end), "latin1")))
}

/** The Q encoding of RFC 2047, 4.2. */
const quotedWord = (content: string): Buffer =>
  Buffer.from(
    content
      .replaceAll("_", " ")
      .replace(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1"
  )
