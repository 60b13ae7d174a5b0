/** Seconds from each failed attempt to the next: twelve attempts over about 76 hours. */
const retryDelays = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** The range of the random factor applied to delays, so that deliveries that failed together are not retried together. */
const jitter = { least: 0.9, most: 1.2 }

/** Failed attempts in a row after which an endpoint counts as down and is only probed. */
export const downAfter = 5
/** Milliseconds between an endpoint's failure and the next probe: the first pause, the longest on its first day, and later. */
const firstPause = 5_000
const longestPause = 5 * 60_000
const longestPauseLater = 30 * 60_000
const later = 24 * 3_600_000

/** Milliseconds. The longest wait that a receiver can ask for. */
const longestRetryAfter = 24 * 3_600_000

const spread = (random: number) => jitter.least + random * (jitter.most - jitter.least)

/**
 * Milliseconds until a delivery is retried after `attempts` failed scheduled attempts (from 1), or `undefined` if that was
 * the last. `random` is from 0 to 1.
 */
export const retryDelay = (attempts: number, random: number): number | undefined => {
  const delay = retryDelays[attempts - 1]
  return delay === undefined ? undefined : Math.round(delay * 1000 * spread(random))
}

/** The delay after an early attempt, which does not count, of a delivery with `attempts` scheduled attempts so far. */
export const repeatDelay = (attempts: number, random: number): number =>
  retryDelay(Math.max(1, Math.min(attempts, retryDelays.length)), random) ?? longestPauseLater

/**
 * Milliseconds until an endpoint that is down is probed. The pause doubles with each failure and, up to its maximum, is at
 * least half the time for which the endpoint has been failing.
 */
export const probeDelay = (failures: number, failingFor: number, random: number): number => {
  const doubled = firstPause * 2 ** Math.max(0, failures - downAfter)
  const longest = failingFor < later ? longestPause : longestPauseLater
  return Math.round(Math.min(longest, Math.max(doubled, failingFor / 2)) * spread(random))
}

/** Milliseconds that a `Retry-After` header (RFC 9110, 10.2.3) asks to wait, at most 24 hours, or `undefined` if none. */
export const retryAfter = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined
  const wait = /^\d{1,10}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return wait > 0 ? Math.min(wait, longestRetryAfter) : undefined
}
