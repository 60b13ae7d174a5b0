/** What the customer has seen of their requests, in this browser. */
export interface Seen {
  /** When this was begun: of what was there before, everything counts as seen. */
  readonly since: string
  /** Messages seen, by request. */
  readonly counts: Readonly<Record<string, number>>
}

/** What of a request tells whether there is something new. */
interface Listed {
  readonly id: string
  readonly commentCount: number
  readonly createdAt: string
}

/** Requests of which it is remembered what was seen. */
const maxRemembered = 200

export const isUnread = ({ commentCount, createdAt, id }: Listed, { counts, since }: Seen): boolean =>
  commentCount > (counts[id] ?? (createdAt > since ? 0 : commentCount))

/** The same with all requests that were there from the beginning counted as seen, once they are known. */
export const withBaseline = (listed: ReadonlyArray<Listed>, seen: Seen): Seen =>
  listed.reduce(
    (known, { commentCount, createdAt, id }) =>
      known.counts[id] === undefined ? withSeen(known, id, createdAt > known.since ? 0 : commentCount) : known,
    seen
  )

/** The same once so many messages of a request were looked at. */
export const withSeen = ({ counts, since }: Seen, id: string, count: number): Seen => {
  const { [id]: _, ...others } = counts
  // The latest stand at the end; the oldest are forgotten first.
  const kept = Object.entries(others).slice(1 - maxRemembered)
  return { since, counts: Object.fromEntries([...kept, [id, count]]) }
}

/** The same once the customer has written a message: it is no answer. */
export const withOwn = (seen: Seen, id: string): Seen => {
  const { [id]: count } = seen.counts
  return count === undefined ? seen : withSeen(seen, id, count + 1)
}
