import { pollEvery } from "../../../app/queries.ts"

/** Milliseconds between two polls of what changes by itself. */
export const pause = 5_000

export const interval = pollEvery(pause)

/** Options of one poll: it times out when the next is due, and is not retried before. */
export const look = { timeout: pause, maxRetries: 0 } as const
