const minute = 60
const hour = 60 * minute

/** Seconds from each failed attempt to the next; the last one repeats for as long as the mail is worth sending. */
const delays = [
  ...[1, 2, 5, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 8, 16, 24].map((hours) => hours * hour)
]
/** Longest delay where it was the relay that could not be reached: mail leaves soon after it is back. */
const longestAway = 15 * minute
/** A delay is stretched by a random factor in this range, so that what failed together does not return together. */
const jitter = { least: 0.9, most: 1.2 }

/**
 * Seconds until a mail that failed `attempts` attempts (from 1) is tried again. `random` is from 0 to 1. `isAway`: the relay
 * heard nothing of it.
 */
export const mailRetryDelay = (attempts: number, random: number, isAway = false): number => {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? minute
  return Math.round(
    (isAway ? Math.min(delay, longestAway) : delay) * (jitter.least + random * (jitter.most - jitter.least))
  )
}
