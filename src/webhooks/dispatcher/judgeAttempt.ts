import type { Claimed, Settlement } from "../DeliveryQueue.ts"
import { repeatDelay, retryAfter, retryDelay } from "../RetrySchedule.ts"
import type { Answer } from "../SafeHttpClient.ts"
import { isSuccess } from "../TestSender.ts"

/** What an answer means for the delivery and for the endpoint. */
export interface Verdict extends Pick<Settlement, "final" | "step" | "retryIn"> {
  readonly succeeded: boolean
  /** The receiver answered 410: it never wants anything again. */
  readonly gone: boolean
  /** Milliseconds for which nothing must be sent to the receiver. */
  readonly wait: number
}

/** Milliseconds for which nothing is sent to a receiver that is gone, until its webhook is disabled. */
const goodbye = 60_000

/**
 * Judges the answer to an attempt. An attempt made before it was due does not count: it was a probe, and its delivery keeps
 * its position in the schedule. `now` is in Unix milliseconds, `random` is from 0 to 1.
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
