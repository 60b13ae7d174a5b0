import { pollEvery } from "../../../app/queries.ts"

/** Milliseconds between two looks at what changes by itself. */
export const pause = 5_000

export const interval = pollEvery(pause)

/** One look: what does not come by the next is not waited for, nor asked for again before it. */
export const look = { timeout: pause, maxRetries: 0 } as const
