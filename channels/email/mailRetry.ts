const minute = 60
const hour = 60 * minute

/** Seconds from each failed attempt to the next; the last one repeats for as long as the mail is worth sending. */
const delays = [
  ...[1, 2, 5, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 4, 8, 16, 24].map((hours) => hours * hour)
]
/** A delay is stretched by a random factor in this range, so that what failed together does not return together. */
const jitter = { least: 0.9, most: 1.2 }

/** Seconds until a mail that failed `attempts` attempts (from 1) is tried again. `random` is from 0 to 1. */
export const mailRetryDelay = (attempts: number, random: number): number => {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? minute
  return Math.round(delay * (jitter.least + random * (jitter.most - jitter.least)))
}
