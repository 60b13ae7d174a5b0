import type { Comment } from "@trunkline/sdk"

/** What somebody has read of a ticket. */
export interface Seen {
  /** The ticket's version, if known: `comments` has everything said up to it. */
  readonly version: number | undefined
  readonly comments: ReadonlySet<string>
}

/** Returns who wrote last among the unread comments, other than oneself and machines. */
export const wroteSince = (comments: ReadonlyArray<Comment>, seen: Seen, ownId: string): string | undefined => {
  const latest = comments.findLast(
    ({ authorId, id, isAutomated }) => !seen.comments.has(id) && authorId !== ownId && isAutomated !== true
  )
  if (latest === undefined) return undefined
  return latest.authorName ?? (latest.authorType === "CUSTOMER" ? "The customer" : "A colleague")
}
