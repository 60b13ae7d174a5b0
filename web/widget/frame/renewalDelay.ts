/** Milliseconds: how long before its end a token is renewed, at the least and at the most. */
const latest = 5_000
const earliest = 5 * 60_000
/** Milliseconds between two renewals, whatever tokens a page hands out. */
const pause = 5_000

/** Milliseconds to wait with renewing a token that is good for `left` milliseconds: until a fifth of them is left. */
export const renewalDelay = (left: number): number =>
  Math.max(pause, left - Math.min(earliest, Math.max(latest, left / 5)))
