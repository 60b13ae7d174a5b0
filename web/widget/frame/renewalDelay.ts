/** Milliseconds before its end at which a token is renewed, at the latest and at the earliest. */
const latest = 5_000
const earliest = 5 * 60_000
/** The fewest milliseconds between two renewals, whatever tokens a page provides. */
const pause = 5_000

/**
 * Returns the milliseconds after which to renew a token that is valid for `left` milliseconds: when a fifth of them is left.
 */
export const renewalDelay = (left: number): number =>
  Math.max(pause, left - Math.min(earliest, Math.max(latest, left / 5)))
