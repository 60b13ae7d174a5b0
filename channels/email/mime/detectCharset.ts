import { TextDecoder } from "node:util"
import { analyse } from "chardet"

/** Bytes that a guess is made from. */
const sample = 16 * 1024
/** Guesses that are tried, the likeliest first. */
const maxGuesses = 8
/** Confidence of the guess that bytes might be of an East Asian charset because they come in pairs. */
const blindGuess = 10
/** Only Japanese has these, and hardly a sentence without them. */
const kana = /[\u3041-\u30fa]/
/** One letter of another script beside one of Latin: what becomes of an accent or a typographic sign that is read wrongly. */
const alone =
  /[A-Za-z](?![\p{Script=Latin}\p{P}])\P{ASCII}(?!\P{ASCII})|(?<!\P{ASCII})(?![\p{Script=Latin}\p{P}])\P{ASCII}[A-Za-z]/u

/**
 * The charset that bytes are most likely in which are not UTF-8 and say nothing of themselves: the first of the `likely` ones, or of
 * guesses, that makes words of them; windows-1252 when none does.
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
    // As a stream: the sample may end within a character.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    // No text of this charset, or a charset that nobody decodes.
    return undefined
  }
}

/** Letters and some punctuation, and no capital behind a small letter: a wrong charset looks otherwise. */
const makesWords = (text: string): boolean => {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const foreign = count(/[^\p{ASCII}]/gu)
  const letters = count(/[^\p{ASCII}\P{L}]|\p{M}/gu)
  const odd = count(
    /[^\p{ASCII}\p{L}\p{M}\p{N}\u00a0-\u00bf\u2010-\u203a\u20ac\u2116\u3000-\u303f\uff00-\uff60]|[\uff61-\uff9f]/gu
  )
  return letters * 10 >= foreign * 7 && odd * 20 <= foreign && count(/(?![a-z][A-Z])\p{Ll}\p{Lu}/gu) * 10 <= foreign
}
