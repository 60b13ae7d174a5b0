import { splitText } from "./splitText.ts"

/** How a text travels: in GSM's own alphabet, or in two bytes for each unit where it holds anything else. */
export type TextEncoding = "gsm7" | "ucs2"

/** The default alphabet, and what it has behind an escape, which counts twice (3GPP TS 23.038, 6.2.1). */
const alphabet = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
const escaped = new Set("\f^{}\\[~]|€")

/** Units of a text that travels alone, and of each segment of a longer one, whose head takes room. */
const room = { gsm7: { alone: 160, each: 153 }, ucs2: { alone: 70, each: 67 } } as const

/** Punctuation that Twilio's smart encoding replaces, so that a typographer's quote does not double what a text costs. */
const plain: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u201c-\u201f\u2033\u00ab\u00bb\u02ba\u02ee]/g, '"'],
  [/[\u2018-\u201b\u2032\u02b9\u02bb\u02bc\u0060\u00b4]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " "],
  [/[\u200b-\u200d\u2060\ufeff]/g, ""]
]

/** One message, as carriers count it. */
export interface SegmentedText {
  readonly encoding: TextEncoding
  /** What carriers charge for. */
  readonly segments: number
}

/** How a message travels and how many segments it takes, once smart encoding has replaced what it can. */
export const segmented = (message: string): SegmentedText => {
  const smart = plain.reduce((text, [found, replacement]) => text.replaceAll(found, replacement), message)
  const gsm = gsmUnits(smart)
  const [encoding, units]: [TextEncoding, ReadonlyArray<number>] =
    gsm === undefined ? ["ucs2", [...message].map(({ length }) => length)] : ["gsm7", gsm]
  const { alone, each } = room[encoding]
  const all = units.reduce((sum, one) => sum + one, 0)
  return { encoding, segments: all <= alone ? 1 : segmentsOf(units, each) }
}

/** Segments of `each` units: no character is torn, so that the last unit of one may stay empty. */
const segmentsOf = (units: ReadonlyArray<number>, each: number): number => {
  let [segments, left] = [0, 0]
  for (const one of units) {
    if (one > left) [segments, left] = [segments + 1, each]
    left -= one
  }
  return segments
}

/** Units of each character in GSM's alphabet; undefined where one is not in it. */
const gsmUnits = (text: string): ReadonlyArray<number> | undefined => {
  const units = [...text].map((character) => (alphabet.has(character) ? 1 : escaped.has(character) ? 2 : 0))
  return units.includes(0) ? undefined : units
}

/** What it takes to send a text. */
export interface TextCost extends SegmentedText {
  /** Messages that it is split into. */
  readonly parts: number
  /** It takes too many: its beginning goes, with a link to the rest. */
  readonly isShortened: boolean
}

/** What it takes to send a text alone, without files. The encoding is that of any part: one that is not GSM's tells it all. */
export const textCost = (text: string): TextCost => {
  const split = splitText(text.trim())
  // What is shortened fills one message of 1,600 units.
  const parts = (split ?? [text.trim().slice(0, 1_600)]).map(segmented)
  return {
    parts: parts.length,
    segments: parts.reduce((sum, { segments }) => sum + segments, 0),
    encoding: parts.some(({ encoding }) => encoding === "ucs2") ? "ucs2" : "gsm7",
    isShortened: split === undefined
  }
}
