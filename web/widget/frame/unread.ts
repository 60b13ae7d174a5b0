/** What the customer has seen of their requests in this browser. */
export interface Seen {
  /** When this record began. Everything that existed before counts as seen. */
  readonly since: string
  /** Number of messages seen, by request id. */
  readonly counts: Readonly<Record<string, number>>
}

/** The part of a request that tells whether it has anything new. */
interface Listed {
  readonly id: string
  readonly commentCount: number
  readonly createdAt: string
}

/** The most requests to remember. */
const maxRemembered = 200

export const isUnread = ({ commentCount, createdAt, id }: Listed, { counts, since }: Seen): boolean =>
  commentCount > (counts[id] ?? (createdAt > since ? 0 : commentCount))

/** Counts all messages of requests older than the record as seen, once the requests are known. */
export const withBaseline = (listed: ReadonlyArray<Listed>, seen: Seen): Seen =>
  listed.reduce(
    (known, { commentCount, createdAt, id }) =>
      known.counts[id] === undefined ? withSeen(known, id, createdAt > known.since ? 0 : commentCount) : known,
    seen
  )

/** Records that this many messages of a request were seen. */
export const withSeen = ({ counts, since }: Seen, id: string, count: number): Seen => {
  const { [id]: _, ...others } = counts
  // The latest are at the end; the oldest are forgotten first.
  const kept = Object.entries(others).slice(1 - maxRemembered)
  return { since, counts: Object.fromEntries([...kept, [id, count]]) }
}

/** Counts the customer's own new message as seen, since it is not a reply. */
export const withOwn = (seen: Seen, id: string): Seen => {
  const { [id]: count } = seen.counts
  return count === undefined ? seen : withSeen(seen, id, count + 1)
}
