import { decodeText } from "./decodeText.ts"
import { maxHeaderBytes } from "./HeaderFields.ts"

/** A header line: a field, a continuation (RFC 5322, 2.2), or the line that an mbox puts first. */
const ofHeader = /^(?:[!-9;-~]{1,200}[ \t]*:|[ \t]|>?From )/
/**
 * Fields that certainly belong to the header, as does everything above them. Lines of text may look like other fields:
 * `Error: the disk is full`, `https://…`.
 */
const surelyOfHeader = /^(?:from|to|subject|received|(?:x|[a-z]{2,})-[a-z0-9-]+)[ \t]*:/i

/**
 * Text between the last field of a header and its empty line: its author, usually a script, forgot the empty line that
 * separates the two. No MIME reader shows it.
 */
export const strayText = (start: Uint8Array): string => {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, maxHeaderBytes))
  const ends = ["\n\r\n", "\n\n"].map((end) => bytes.indexOf(end)).filter((end) => end !== -1)
  const lines = bytes.toString("latin1", 0, ends.length === 0 ? bytes.length : Math.min(...ends)).split("\n")
  // The first line is empty: there is no header.
  if (lines[0]?.trim() === "") return ""
  const below = lines.slice(lines.findLastIndex((line) => surelyOfHeader.test(line)) + 1)
  const first = below.findIndex((line) => !ofHeader.test(line))
  const stray = first === -1 ? "" : below.slice(first).join("\n").trim()
  return decodeText(Buffer.from(stray, "latin1"))
}
