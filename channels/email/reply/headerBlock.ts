import { clock } from "./attribution.ts"
import { type HeaderKind, headerKind } from "./headerLabels.ts"
import type { ReplyLine } from "./replyLines.ts"

/** Lines of one block that have a label. */
const maxLabels = 8
/** Lines in a row without a label of their own. */
const maxContinued = 4
/** Characters of a line that may have been too long. */
const minWrapped = 50

const address = /[^\s<>"]{1,64}@[^\s<>"]{1,255}/

/**
 * The line below the header that begins on line `at`, as mail programs write it above a quote: From and two more of
 * Sent, To, Cc and Subject, one of them the subject or with an address, and an address behind From or a time of day behind
 * Sent: tables of travellers and forms have such lines too. Without a separator it does not begin with who gets it; with
 * one, From or Sent and any other line are enough.
 */
export const headerBlockEnd = (
  lines: ReadonlyArray<ReplyLine>,
  at: number,
  isSeparated: boolean
): number | undefined => {
  const kinds = new Set<HeaderKind>()
  let end = at
  let hasAddress = false
  let isMessage = false
  let continued = 0
  let blank = 0
  let labels = 0
  let above = ""
  let field: HeaderKind | undefined
  for (let index = at; index < lines.length && labels < maxLabels; index++) {
    const line = lines[index]
    if (line === undefined || line.depth > 0) break
    if (line.words === "") {
      if (++blank > 1) break
      continue
    }
    const kind = headerKind(line.words)
    if (kind === undefined) {
      if (index === at || blank > 0 || ++continued > maxContinued || !continues(above, line.words)) break
    } else {
      // What stands above an empty line and the sender is somebody's own.
      if (kind === "from" && (kinds.has(kind) || (blank > 0 && !isSeparated))) break
      if (index === at && !isSeparated && (kind === "to" || kind === "cc")) break
      kinds.add(kind)
      field = kind
      labels++
      continued = 0
      end = index + 1
    }
    blank = 0
    above = line.words
    const words = line.words.slice(0, 1_000)
    hasAddress ||= address.test(words)
    isMessage ||= (field === "from" && address.test(words)) || (field === "sent" && clock.test(words))
  }
  const isHeader = isSeparated
    ? kinds.size >= 2 && (kinds.has("from") || kinds.has("sent"))
    : kinds.size >= 3 && kinds.has("from") && isMessage && (kinds.has("subject") || hasAddress)
  return isHeader ? end : undefined
}

/** Whether a line goes on with the one above, which was too long, ends in a list, or has only its label; or has another. */
const continues = (above: string, words: string): boolean =>
  above.length >= minWrapped ||
  /[;,:：]$/.test(above) ||
  words.startsWith("<") ||
  /^[\p{L}\p{M}-]{2,20} ?[:：]/u.test(words)
