import { downAfter, probeDelay } from "./RetrySchedule.ts"

/** Requests at once with which an endpoint begins. */
const firstWindow = 2
/** Milliseconds within which an answer is prompt; slower ones narrow the window. */
const prompt = 1_000
/** Milliseconds without any answer after which an endpoint gets no further request while some are under way. */
const stalled = 1_000
/** Outcomes of one endpoint that may wait to be stored. While the database is away no more is sent than this. */
const maxUnstored = 64

/**
 * How an endpoint has answered lately, and so how much it is trusted with. All times are in milliseconds of one clock.
 * A slow or dead endpoint must not collect requests under way: those are what it could delay others with.
 */
export interface EndpointState {
  /** Requests that may be under way at once. */
  readonly window: number
  /** Requests that are. */
  readonly inFlight: number
  /** Outcomes that are not stored yet. */
  readonly unstored: number
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
  known: { readonly failures: number; readonly failingFor: number | undefined; readonly gatedFor: number }
): EndpointState => ({
  window: known.failures === 0 ? firstWindow : 1,
  inFlight: 0,
  unstored: 0,
  failures: known.failures,
  failingSince: known.failingFor === undefined ? undefined : now - known.failingFor,
  gateUntil: known.gatedFor > 0 ? now + known.gatedFor : 0,
  progressAt: now
})

/** Whether the endpoint counts as down: one delivery at a time probes it, whenever its gate opens. */
export const isDown = (state: EndpointState): boolean => state.failures >= downAfter

/** How many further requests may be sent now. */
export const room = (state: EndpointState, now: number): number => {
  if (state.gateUntil > now) return 0
  if (isDown(state)) return 1 - state.inFlight - state.unstored
  if (state.inFlight > 0 && now - state.progressAt > stalled) return 0
  return Math.min(state.window, maxUnstored - state.unstored) - state.inFlight
}

/** Whether nothing is under way that could hold back a later event of its ticket. */
export const isQuiet = (state: EndpointState): boolean => state.inFlight + state.unstored === 0

export const sent = (state: EndpointState, now: number): EndpointState => ({
  ...state,
  inFlight: state.inFlight + 1,
  progressAt: state.inFlight === 0 ? now : state.progressAt
})

/** A request that was never sent after all. */
export const withdrawn = (state: EndpointState): EndpointState => ({ ...state, inFlight: state.inFlight - 1 })

/** An outcome is stored. */
export const stored = (state: EndpointState): EndpointState => ({ ...state, unstored: state.unstored - 1 })

/** A request came back well. `most` is the widest window that the webhook may have. */
export const succeeded = (state: EndpointState, durationMs: number, most: number, now: number): EndpointState => ({
  ...state,
  inFlight: state.inFlight - 1,
  unstored: state.unstored + 1,
  window: durationMs < prompt ? Math.min(most, state.window + 1) : Math.max(1, state.window - 1),
  failures: 0,
  failingSince: undefined,
  gateUntil: 0,
  progressAt: now
})

/** A request failed. `wait`: milliseconds for which the receiver asked to be left alone. `random` is from 0 to 1. */
export const failed = (state: EndpointState, wait: number, now: number, random: number): EndpointState => {
  const failures = state.failures + 1
  const failingSince = state.failingSince ?? now
  const pause = Math.max(wait, failures >= downAfter ? probeDelay(failures, now - failingSince, random) : 0)
  return {
    ...state,
    inFlight: state.inFlight - 1,
    unstored: state.unstored + 1,
    window: 1,
    failures,
    failingSince,
    gateUntil: pause > 0 ? Math.max(state.gateUntil, now + pause) : state.gateUntil,
    progressAt: now
  }
}
