import { downAfter, probeDelay } from "./RetrySchedule.ts"

/** Requests at once with which an endpoint begins. */
const firstWindow = 2
/** Milliseconds within which an answer is prompt; slower ones narrow the window. */
const prompt = 1_000
/** Milliseconds without any answer after which an endpoint gets no further request while some are under way. */
const stalled = 1_000

/**
 * How an endpoint has answered lately, and so how much it is trusted with. All times are in milliseconds of one clock.
 * A slow or dead endpoint must not collect requests under way: those are what it could delay others with.
 */
export interface EndpointState {
  /** Requests that may be under way at once. */
  readonly window: number
  /** Requests that are, or whose outcome is not stored yet. */
  readonly inFlight: number
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly failingSince: number | undefined
  /** Nothing is sent before; 0 when there was no reason to wait since the last success. */
  readonly gateUntil: number
  /** When something last came back, or the first of those under way was sent. */
  readonly progressAt: number
}

/** An endpoint as the database knows it. */
export const initial = (
  now: number,
  stored: { readonly failures: number; readonly failingFor: number | undefined; readonly gatedFor: number }
): EndpointState => ({
  window: stored.failures === 0 ? firstWindow : 1,
  inFlight: 0,
  failures: stored.failures,
  failingSince: stored.failingFor === undefined ? undefined : now - stored.failingFor,
  gateUntil: stored.gatedFor > 0 ? now + stored.gatedFor : 0,
  progressAt: now
})

/** Whether the endpoint counts as down: one delivery at a time probes it, whenever its gate opens. */
export const isDown = (state: EndpointState): boolean => state.failures >= downAfter

/** How many further requests may be sent now. */
export const room = (state: EndpointState, now: number): number => {
  if (state.gateUntil > now) return 0
  if (isDown(state)) return 1 - state.inFlight
  if (state.inFlight > 0 && now - state.progressAt > stalled) return 0
  return state.window - state.inFlight
}

export const sent = (state: EndpointState, now: number): EndpointState => ({
  ...state,
  inFlight: state.inFlight + 1,
  progressAt: state.inFlight === 0 ? now : state.progressAt
})

export const settled = (state: EndpointState): EndpointState => ({ ...state, inFlight: state.inFlight - 1 })

/** `most` is the widest window that the webhook may have. */
export const succeeded = (state: EndpointState, durationMs: number, most: number, now: number): EndpointState => ({
  ...state,
  window: durationMs < prompt ? Math.min(most, state.window + 1) : Math.max(1, state.window - 1),
  failures: 0,
  failingSince: undefined,
  gateUntil: 0,
  progressAt: now
})

/** `wait`: milliseconds for which the receiver asked to be left alone. `random` is from 0 to 1. */
export const failed = (state: EndpointState, wait: number, now: number, random: number): EndpointState => {
  const failures = state.failures + 1
  const failingSince = state.failingSince ?? now
  const pause = Math.max(wait, failures >= downAfter ? probeDelay(failures, now - failingSince, random) : 0)
  return {
    ...state,
    window: 1,
    failures,
    failingSince,
    gateUntil: pause > 0 ? Math.max(state.gateUntil, now + pause) : state.gateUntil,
    progressAt: now
  }
}
