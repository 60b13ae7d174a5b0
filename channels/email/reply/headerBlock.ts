import { clock } from "./attribution.ts"
import { type HeaderKind, headerKind } from "./headerLabels.ts"
import type { ReplyLine } from "./replyLines.ts"

/** Labelled lines per block. */
const maxLabels = 8
/** Consecutive lines without a label. */
const maxContinued = 4
/** Length of a line that may have been wrapped. */
const minWrapped = 50

const address = /[^\s<>"]{1,64}@[^\s<>"]{1,255}/

/**
 * The line after the header that begins on line `at`, in the form that mail programs put above a quote: From and two more
 * of Sent, To, Cc and Subject, one of which is the subject or has an address; and either an address after From or a time of
 * day after Sent, since travel tables and forms have similar lines. Without a separator above, it must not begin with a
 * recipient; with one, From or Sent and any other line suffice.
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
      // Lines above an empty line and the sender are the author's own.
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

/**
 * Whether a line continues the one above, because that was too long, ends in a list or has only a label, or because it has
 * an unknown label itself.
 */
const continues = (above: string, words: string): boolean =>
  above.length >= minWrapped ||
  /[;,:：]$/.test(above) ||
  words.startsWith("<") ||
  /^[\p{L}\p{M}-]{2,20} ?[:：]/u.test(words)
