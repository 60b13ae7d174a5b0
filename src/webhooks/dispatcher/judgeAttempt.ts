import type { Claimed, Settlement } from "../DeliveryQueue.ts"
import { repeatDelay, retryAfter, retryDelay } from "../RetrySchedule.ts"
import type { Answer } from "../SafeHttpClient.ts"
import { isSuccess } from "../TestSender.ts"

/** What an answer means for its delivery and for the endpoint. */
export interface Verdict extends Pick<Settlement, "final" | "step" | "retryIn"> {
  readonly succeeded: boolean
  /** 410: the receiver wants nothing more, ever. */
  readonly gone: boolean
  /** Milliseconds for which the receiver is to be left alone. */
  readonly wait: number
}

/** Milliseconds in which a webhook is switched off whose receiver is gone: nothing more is sent to it meanwhile. */
const goodbye = 60_000

/**
 * An attempt that was made before it was due does not count: it was a probe, and its delivery keeps its place in the
 * schedule. `now` is in Unix milliseconds, `random` from 0 to 1.
 */
export const judgeAttempt = (
  { early, expired, step }: Pick<Claimed, "early" | "expired" | "step">,
  answer: Answer,
  now: number,
  random: number
): Verdict => {
  const { status } = answer
  if (isSuccess(answer)) return { succeeded: true, gone: false, wait: 0, final: 1, step, retryIn: 0 }
  if (status === 410) return { succeeded: false, gone: true, wait: goodbye, final: 3, step, retryIn: 0 }
  const counted = early ? step - 1 : step
  const delay = early ? repeatDelay(counted, random) : retryDelay(counted, random)
  const wait = status === 429 || status === 503 ? (retryAfter(answer.retryAfter, now) ?? 0) : 0
  const over = expired || delay === undefined
  return {
    succeeded: false,
    gone: false,
    wait,
    final: over ? 2 : undefined,
    step: counted,
    retryIn: Math.max(delay ?? 0, wait)
  }
}
