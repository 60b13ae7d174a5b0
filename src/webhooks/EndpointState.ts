import { downAfter, probeDelay } from "./RetrySchedule.ts"

/** Concurrent requests with which an endpoint starts. */
const firstWindow = 2
/** Milliseconds within which a response counts as prompt. Slower ones narrow the window. */
const prompt = 1_000
/** Milliseconds without any response after which an endpoint with requests in flight gets no further ones. */
const stalled = 1_000
/** Most outcomes of one endpoint that may wait to be stored; also the most that is sent while the database is down. */
const maxUnstored = 64

/**
 * How an endpoint has responded lately, and so how many requests it may get. All times are milliseconds of one clock. A slow
 * or dead endpoint must not accumulate requests in flight, because those could delay other endpoints.
 */
export interface EndpointState {
  /** Most requests that may be in flight at once. */
  readonly window: number
  /** Requests that are in flight. */
  readonly inFlight: number
  /** Outcomes that are not stored yet. */
  readonly unstored: number
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly failingSince: number | undefined
  /** Nothing is sent before this time; 0 if there has been no reason to wait since the last success. */
  readonly gateUntil: number
  /** When the last response came back, or the first of the requests in flight was sent. */
  readonly progressAt: number
}

/** The state of an endpoint, as the database knows it. */
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

/** Whether the endpoint counts as down. Then one delivery at a time probes it whenever its gate opens. */
export const isDown = (state: EndpointState): boolean => state.failures >= downAfter

/** How many more requests may be sent now. */
export const room = (state: EndpointState, now: number): number => {
  if (state.gateUntil > now) return 0
  if (isDown(state)) return 1 - state.inFlight - state.unstored
  if (state.inFlight > 0 && now - state.progressAt > stalled) return 0
  return Math.min(state.window, maxUnstored - state.unstored) - state.inFlight
}

/** Whether nothing is in flight or unstored that could hold back a later event of its ticket. */
export const isQuiet = (state: EndpointState): boolean => state.inFlight + state.unstored === 0

export const sent = (state: EndpointState, now: number): EndpointState => ({
  ...state,
  inFlight: state.inFlight + 1,
  progressAt: state.inFlight === 0 ? now : state.progressAt
})

/** After a request turned out not to be sent. */
export const withdrawn = (state: EndpointState): EndpointState => ({ ...state, inFlight: state.inFlight - 1 })

/** After a response that says nothing about the endpoint, because it came from an address that was replaced since. */
export const outdated = (state: EndpointState): EndpointState => ({
  ...state,
  inFlight: state.inFlight - 1,
  unstored: state.unstored + 1
})

/** Sends nothing before `until`. */
export const gated = (state: EndpointState, until: number): EndpointState => ({
  ...state,
  gateUntil: Math.max(state.gateUntil, until)
})

/** After an outcome was stored. */
export const stored = (state: EndpointState): EndpointState => ({ ...state, unstored: state.unstored - 1 })

/** After a request succeeded. `most` is the widest window that the webhook may have. */
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

/** After a request failed. `wait` is how many milliseconds the receiver asked us to wait. `random` is from 0 to 1. */
export const failed = (state: EndpointState, wait: number, now: number, random: number): EndpointState => {
  const failures = state.failures + 1
  const failingSince = state.failingSince ?? now
  const pause = Math.max(wait, failures >= downAfter ? probeDelay(failures, now - failingSince, random) : 0)
  return {
    ...(pause > 0 ? gated(state, now + pause) : state),
    inFlight: state.inFlight - 1,
    unstored: state.unstored + 1,
    window: 1,
    failures,
    failingSince,
    progressAt: now
  }
}
