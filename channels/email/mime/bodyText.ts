import { cutToBytes } from "./attachmentName.ts"
import { htmlToText, maxHtml } from "./htmlToText.ts"
import type { MimePart } from "./MimeReader.ts"

/** Bytes of UTF-8 that the body of a ticket or comment holds. */
export const maxText = 1024 * 1024
/** Ends a text that was cut. */
const cutMark = "\n[…]"

/** The message as a person reads it, from all its text parts. */
export const bodyText = (tree: MimePart): { readonly text: string; readonly cut: boolean } => {
  const whole = readable(tree)
    .text.replaceAll("\0", "")
    .replace(/\r\n?/g, "\n")
    .replace(/^\s*\n/, "")
    .trimEnd()
    .toWellFormed()
  // Characters are at most three bytes per UTF-16 unit, so most texts need no counting.
  if (whole.length * 3 <= maxText || Buffer.byteLength(whole) <= maxText) return { text: whole, cut: overlong(tree) }
  return { text: cutToBytes(whole, maxText - Buffer.byteLength(cutMark)) + cutMark, cut: true }
}

const overlong = (part: MimePart): boolean =>
  (part.contentType === "text/html" && (part.textContent?.length ?? 0) > maxHtml) || part.children.some(overlong)

interface Reading {
  readonly text: string
  /** Written as plain text, not made of HTML. */
  readonly plain: boolean
}

/** Of alternatives the plain text, unless it is empty; everything else in the order it came. */
const readable = (part: MimePart): Reading => {
  const { contentType, textContent } = part
  if (part.children.length === 0 || textContent !== undefined) {
    return contentType === "text/html"
      ? { text: htmlToText(textContent ?? ""), plain: false }
      : { text: textContent ?? "", plain: true }
  }
  const readings = part.children.map(readable).filter(({ text }) => text.trim() !== "")
  if (contentType === "multipart/alternative") {
    return readings.find(({ plain }) => plain) ?? readings.at(-1) ?? { text: "", plain: true }
  }
  return { text: readings.map(({ text }) => text.trimEnd()).join("\n\n"), plain: readings.every(({ plain }) => plain) }
}

/** All text parts as they came: what tells two messages apart, and where HTML names its images. */
export const rawTexts = (part: MimePart): Array<string> => [part.textContent ?? "", ...part.children.flatMap(rawTexts)]
