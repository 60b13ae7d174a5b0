const minute = 60
const hour = 60 * minute

/** Seconds from each failed attempt to the next; the last value repeats for as long as the email is worth sending. */
const delays = [
  ...[1, 2, 5, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 8, 16, 24].map((hours) => hours * hour)
]
/** The longest delay if the relay was unreachable, so that email leaves soon after it is back. */
const longestAway = 15 * minute
/** Delays are multiplied by a random factor in this range, so that what failed together is not retried together. */
const jitter = { least: 0.9, most: 1.2 }

/**
 * Seconds until an email that has failed `attempts` times (from 1) is retried. `random` is between 0 and 1. `isAway`: the
 * relay was never reached.
 */
export const mailRetryDelay = (attempts: number, random: number, isAway = false): number => {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? minute
  return Math.round(
    (isAway ? Math.min(delay, longestAway) : delay) * (jitter.least + random * (jitter.most - jitter.least))
  )
}
