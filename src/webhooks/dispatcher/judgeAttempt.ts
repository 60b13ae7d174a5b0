import type { Claimed, Settlement } from "../DeliveryQueue.ts"
import { repeatDelay, retryAfter, retryDelay } from "../RetrySchedule.ts"
import type { Answer } from "../SafeHttpClient.ts"
import { isSuccess } from "../TestSender.ts"

/** What an answer means for the delivery and for the endpoint. */
export interface Verdict extends Pick<Settlement, "final" | "step" | "retryIn"> {
  readonly succeeded: boolean
  /** Milliseconds for which nothing must be sent to the receiver. */
  readonly wait: number
}

/**
 * Where the answer came from. `former`: from an address that was replaced since, so it says nothing about the current one.
 * `gone`: the current one answered 410, it never wants anything again, and its webhook is disabled.
 */
export type Receiver = "current" | "former" | "gone"

/**
 * Judges the answer to an attempt. An attempt made before it was due does not count: it was a probe, and its delivery keeps
 * its position in the schedule. `now` is in Unix milliseconds, `random` is from 0 to 1.
 */
export const judgeAttempt = (
  { early, expired, step }: Pick<Claimed, "early" | "expired" | "step">,
  answer: Answer,
  receiver: Receiver,
  now: number,
  random: number
): Verdict => {
  const { status } = answer
  if (isSuccess(answer)) return { succeeded: true, wait: 0, final: 1, step, retryIn: 0 }
  if (receiver === "gone") return { succeeded: false, wait: 0, final: 3, step, retryIn: 0 }
  const counted = early ? step - 1 : step
  const delay = early ? repeatDelay(counted, random) : retryDelay(counted, random)
  const asksToWait = receiver === "current" && (status === 429 || status === 503)
  const wait = asksToWait ? (retryAfter(answer.retryAfter, now) ?? 0) : 0
  const over = expired || delay === undefined
  return {
    succeeded: false,
    wait,
    final: over ? 2 : undefined,
    step: counted,
    retryIn: Math.max(delay ?? 0, wait)
  }
}
