import type { Comment } from "@trunkline/sdk"

/** What somebody has read of a ticket. */
export interface Seen {
  /** The ticket's version, where it is known: everything said up to it is among `comments`. */
  readonly version: number | undefined
  readonly comments: ReadonlySet<string>
}

/** Who wrote last of what is not among what was seen, apart from oneself and from machines. */
export const wroteSince = (comments: ReadonlyArray<Comment>, seen: Seen, ownId: string): string | undefined => {
  const latest = comments.findLast(
    ({ authorId, id, isAutomated }) => !seen.comments.has(id) && authorId !== ownId && isAutomated !== true
  )
  if (latest === undefined) return undefined
  return latest.authorName ?? (latest.authorType === "CUSTOMER" ? "The customer" : "A colleague")
}
