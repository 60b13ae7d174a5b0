/** Milliseconds between two looks at what changes by itself. */
export const interval = 5_000

/** One look: what does not come by the next is not waited for, nor asked for again before it. */
export const look = { timeout: interval, maxRetries: 0 } as const
