import { decodeText } from "./decodeText.ts"
import { maxHeaderBytes } from "./HeaderFields.ts"

/** A field, what continues one (RFC 5322, 2.2), and what an mbox puts before the first. */
const ofHeader = /^(?:[!-9;-~]{1,200}[ \t]*:|[ \t]|>?From )/
/** Fields above which everything is of the header. Lines of a text look like others: `Error: the disk is full`, `https://…`. */
const surelyOfHeader = /^(?:from|to|subject|received|(?:x|[a-z]{2,})-[a-z0-9-]+)[ \t]*:/i

/**
 * What stands below the last field of a header and above its empty line: a text whose writer, a script mostly, forgot the
 * empty line between the two. No reader of MIME shows it.
 */
export const strayText = (start: Uint8Array): string => {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, maxHeaderBytes))
  const ends = ["\n\r\n", "\n\n"].map((end) => bytes.indexOf(end)).filter((end) => end !== -1)
  const lines = bytes.toString("latin1", 0, ends.length === 0 ? bytes.length : Math.min(...ends)).split("\n")
  // An empty line is the first: there is no header.
  if (lines[0]?.trim() === "") return ""
  const below = lines.slice(lines.findLastIndex((line) => surelyOfHeader.test(line)) + 1)
  const first = below.findIndex((line) => !ofHeader.test(line))
  const stray = first === -1 ? "" : below.slice(first).join("\n").trim()
  return decodeText(Buffer.from(stray, "latin1"))
}
