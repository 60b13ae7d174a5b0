import { splitText } from "./splitText.ts"

/** The encoding of a text message: the GSM alphabet, or two bytes per UTF-16 unit if it contains any other character. */
export type TextEncoding = "gsm7" | "ucs2"

/** The GSM default alphabet and its extension, whose characters need an escape and count twice (3GPP TS 23.038, 6.2.1). */
const alphabet = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
const escaped = new Set("\f^{}\\[~]|€")

/** Units of a text in a single segment, and of each segment of a longer text, whose header takes up space. */
const room = { gsm7: { alone: 160, each: 153 }, ucs2: { alone: 70, each: 67 } } as const

/** Punctuation that Twilio's smart encoding replaces, so that a typographic quote does not double the cost of a text. */
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
  /** The unit that carriers charge for. */
  readonly segments: number
}

/** The encoding and the number of segments of a message, after smart encoding has replaced what it can. */
export const segmented = (message: string): SegmentedText => {
  const smart = plain.reduce((text, [found, replacement]) => text.replaceAll(found, replacement), message)
  const gsm = gsmUnits(smart)
  const [encoding, units]: [TextEncoding, ReadonlyArray<number>] =
    gsm === undefined ? ["ucs2", [...message].map(({ length }) => length)] : ["gsm7", gsm]
  const { alone, each } = room[encoding]
  const all = units.reduce((sum, one) => sum + one, 0)
  return { encoding, segments: all <= alone ? 1 : segmentsOf(units, each) }
}

/** The number of segments of `each` units. No character is split, so the last unit of a segment may stay empty. */
const segmentsOf = (units: ReadonlyArray<number>, each: number): number => {
  let [segments, left] = [0, 0]
  for (const one of units) {
    if (one > left) [segments, left] = [segments + 1, each]
    left -= one
  }
  return segments
}

/** The units of each character in the GSM alphabet, or `undefined` if any character is not in it. */
const gsmUnits = (text: string): ReadonlyArray<number> | undefined => {
  const units = [...text].map((character) => (alphabet.has(character) ? 1 : escaped.has(character) ? 2 : 0))
  return units.includes(0) ? undefined : units
}

/** The cost of sending a text. */
export interface TextCost extends SegmentedText {
  /** Number of messages that it is split into. */
  readonly parts: number
  /** It would take too many messages, so only its beginning is sent, with a link to the rest. */
  readonly isShortened: boolean
}

/** The cost of sending a text without files. The encoding is `ucs2` if any part needs it. */
export const textCost = (text: string): TextCost => {
  const split = splitText(text.trim())
  // A shortened text fills one message of 1,600 units.
  const parts = (split ?? [text.trim().slice(0, 1_600)]).map(segmented)
  return {
    parts: parts.length,
    segments: parts.reduce((sum, { segments }) => sum + segments, 0),
    encoding: parts.some(({ encoding }) => encoding === "ucs2") ? "ucs2" : "gsm7",
    isShortened: split === undefined
  }
}
