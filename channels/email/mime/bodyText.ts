import { cutToBytes } from "./attachmentName.ts"
import { htmlToText, maxHtml } from "./htmlToText.ts"
import type { MimePart } from "./MimeReader.ts"
import { withoutArmour } from "./withoutArmour.ts"

/** Bytes of UTF-8 that the body of a ticket or comment may have. */
const maxText = 1024 * 1024
/** Marks the end of a text that was cut. */
const cutMark = "\n[…]"
/**
 * What some programs write instead of a plain text: that there is none, and that a program with HTML support would show it.
 */
const aboutHtml = /\bhtml\b/i
const aboutPrograms = /\b(?:view|display|read|reader|support|client|capable|compatible|enabled)/i
const maxExcuse = 300

/** The text of a message's text parts, as written. */
export const writtenText = (root: MimePart): string =>
  withoutArmour(readable(root).text.replaceAll("\0", "").replace(/\r\n?/g, "\n"))
    .replace(/^\s*\n/, "")
    .trimEnd()
    .toWellFormed()

/** The message as a person reads it: the text that was `written`, followed by our notes. */
export const bodyText = (
  root: MimePart,
  written: string,
  notes: ReadonlyArray<string>
): { readonly text: string; readonly cut: boolean } => {
  const tail = notes.map((note) => `\n\n[${note}]`).join("")
  // A UTF-16 unit takes at most three bytes, so most texts need no counting.
  const room = maxText - Buffer.byteLength(tail)
  const fits = written.length * 3 <= room || Buffer.byteLength(written) <= room
  const text = fits ? written : cutToBytes(written, room - Buffer.byteLength(cutMark)) + cutMark
  return { text: (text + tail).replace(/^\n+/, ""), cut: !fits || overlong(root) }
}

const overlong = (part: MimePart): boolean =>
  (part.contentType === "text/html" && (part.textContent?.length ?? 0) > maxHtml) || part.children.some(overlong)

interface Reading {
  readonly text: string
  /** Whether it was written as plain text, rather than converted from HTML. */
  readonly plain: boolean
}

const nothing: Reading = { text: "", plain: true }

/** For alternatives, the plain text, unless it is empty or an excuse; everything else in order. */
const readable = (part: MimePart): Reading => {
  const { children, contentType, textContent } = part
  if (children.length === 0 || textContent !== undefined) {
    if (contentType === "text/html") return { text: htmlToText(textContent ?? ""), plain: false }
    return contentType === "text/plain" ? { text: textContent ?? "", plain: true } : nothing
  }
  const isAlternative = contentType === "multipart/alternative"
  // The common case: HTML beside a plain text need not be converted.
  const given = isAlternative ? children.find(isPlainText)?.textContent : undefined
  if (given !== undefined && !soundsLikeExcuse(given)) return { text: given, plain: true }
  const readings = children.map(readable).filter(({ text }) => saysSomething(text))
  if (isAlternative) {
    const plain = readings.find((reading) => reading.plain)
    const rich = readings.findLast((reading) => !reading.plain)
    return (rich !== undefined && (plain === undefined || isExcuse(plain, rich)) ? rich : plain) ?? nothing
  }
  return { text: readings.map(({ text }) => text.trimEnd()).join("\n\n"), plain: readings.every(({ plain }) => plain) }
}

const isPlainText = ({ contentType, textContent = "" }: MimePart) =>
  contentType === "text/plain" && saysSomething(textContent)

/** Whether a text has visible characters: some programs write a blank or invisible plain text beside the HTML. */
export const saysSomething = (text: string) => /[^\s\p{Cf}]/u.test(text)

/** Whether a text is short and about HTML. */
const soundsLikeExcuse = (text: string) =>
  text.trim().length <= maxExcuse && aboutHtml.test(text) && aboutPrograms.test(text)

/** Whether it is an excuse, which also means that the HTML says something else. */
const isExcuse = (plain: Reading, rich: Reading) => {
  if (!soundsLikeExcuse(plain.text) || rich.text.length <= plain.text.trim().length) return false
  const said = new Set(wordsOf(rich.text))
  const words = wordsOf(plain.text)
  return words.filter((word) => said.has(word)).length < words.length / 2
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** All text parts as received, for the content hash. */
export const rawTexts = (part: MimePart): Array<string> => [part.textContent ?? "", ...part.children.flatMap(rawTexts)]
