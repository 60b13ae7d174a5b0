import { TextDecoder } from "node:util"
import { analyse } from "chardet"

/** Bytes that are sampled for a guess. */
const sample = 16 * 1024
/** Guesses that are tried, most likely first. */
const maxGuesses = 8
/** The confidence that the library assigns to an East Asian charset only because the bytes come in pairs. */
const blindGuess = 10
/** Only Japanese uses these, and hardly any sentence does without them. */
const kana = /[\u3041-\u30fa]/
/** A single letter of another script next to a Latin one: the result of misreading an accent or a typographic sign. */
const alone =
  /[A-Za-z](?![\p{Script=Latin}\p{P}])\P{ASCII}(?!\P{ASCII})|(?<!\P{ASCII})(?![\p{Script=Latin}\p{P}])\P{ASCII}[A-Za-z]/u

/**
 * The most likely charset of bytes that are not UTF-8 and have no declared charset: the first of `likely`, then of guesses,
 * under which they form words; windows-1252 if none does.
 */
export const detectCharset = (bytes: Uint8Array, likely: ReadonlyArray<string> = []): string => {
  const start = bytes.subarray(0, sample)
  const fitting = likely.find((label) => {
    const text = decode(start, label)
    return text !== undefined && makesWords(text) && !alone.test(text)
  })
  if (fitting !== undefined) return fitting
  for (const { confidence, name } of analyse(start).slice(0, maxGuesses)) {
    const label = name.toLowerCase()
    if (label.startsWith("utf-") || label === "ascii") continue
    const text = decode(start, label)
    if (text !== undefined && makesWords(text) && (confidence > blindGuess || kana.test(text))) return label
  }
  return "windows-1252"
}

const decode = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    // As a stream, because the sample may end within a character.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    // Not text in this charset, or a charset without a decoder.
    return undefined
  }
}

/**
 * Whether a text consists of letters and little punctuation, without capitals after small letters: a wrong charset rarely
 * looks like that.
 */
const makesWords = (text: string): boolean => {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const foreign = count(/[^\p{ASCII}]/gu)
  const letters = count(/[^\p{ASCII}\P{L}]|\p{M}/gu)
  const odd = count(
    /[^\p{ASCII}\p{L}\p{M}\p{N}\u00a0-\u00bf\u2010-\u203a\u20ac\u2116\u3000-\u303f\uff00-\uff60]|[\uff61-\uff9f]/gu
  )
  return letters * 10 >= foreign * 7 && odd * 20 <= foreign && count(/(?![a-z][A-Z])\p{Ll}\p{Lu}/gu) * 10 <= foreign
}
