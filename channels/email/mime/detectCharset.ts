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

/**
 * The charset that bytes are most likely in which are not UTF-8 and say nothing of themselves; windows-1252 when no
 * guess makes words of them.
 */
export const detectCharset = (bytes: Uint8Array): string => {
  const start = bytes.subarray(0, sample)
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
  return letters * 10 >= foreign * 7 && odd * 20 <= foreign && count(/\p{Ll}\p{Lu}/gu) * 10 <= foreign
}
