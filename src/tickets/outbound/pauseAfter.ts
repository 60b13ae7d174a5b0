import { Duration } from "effect"

/** Seconds between attempts: the first pause doubles up to the longest. */
const pause = { first: 2, longest: 15 * 60 }

/** How long to wait after `attempts` attempts (from 1). `random`, between 0 and 1, spreads out simultaneous failures. */
export const pauseAfter = (attempts: number, random: number): Duration.Duration =>
  Duration.seconds(Math.min(pause.longest, pause.first * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 2))
