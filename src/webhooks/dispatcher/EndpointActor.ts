import { Cause, Clock, Effect, FiberSet, Random } from "effect"
import { SecureRandom } from "effect/crypto"
import { idOf } from "../../domain/Ids.ts"
import type { Claimed, ClaimRequest, DeliveryQueue, Settlement } from "../DeliveryQueue.ts"
import { deliveryHeaders } from "../deliveryHeaders.ts"
import { failed, gated, isDown, isQuiet, outdated, room, sent, stored, succeeded, withdrawn } from "../EndpointState.ts"
import { nameFor, renamed } from "../EventNames.ts"
import type { Answer, SafeHttpClient } from "../SafeHttpClient.ts"
import type { Endpoint } from "./Endpoint.ts"
import { judgeAttempt, type Receiver } from "./judgeAttempt.ts"
import { makePermits } from "./Permits.ts"

/** Most requests of one node in flight at once. A hanging one holds about 19 kB. */
const maxRequests = 1_024
/** Most of these for one tenant: hanging receivers of one tenant must leave room for the others. */
const maxTenantRequests = 256
/** Milliseconds that a leased delivery may wait to be sent. Then it is released, because its lease would expire. */
const maxWaiting = 20_000
/** Deliveries prefetched for a fast endpoint, as a multiple of its window: a claim takes longer than such a request. */
const storeFactor = 4
/** Milliseconds for which nothing is sent to a receiver that is gone, until its webhook is disabled. */
const goodbye = 60_000
/** Milliseconds after which an actor without work ends. The next delivery starts it again. */
const maxIdle = 60_000

/** An internal error counts as a failed attempt, so that retrying it ends eventually. */
const internalFailure: Answer = {
  status: undefined,
  error: "internal",
  body: "",
  retryAfter: undefined,
  durationMs: 0
}

/** An attempt: a request that was sent, or that an internal error prevented. */
type Attempted = Pick<Settlement, "claimed" | "url" | "event" | "startedAt">

/** What all endpoint actors of a node share. */
export interface Shared {
  readonly node: number
  readonly queue: DeliveryQueue["Service"]
  readonly client: SafeHttpClient["Service"]
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claimed>>
  readonly settle: (settlement: Settlement, stored: () => void) => void
  /** Whether the node is stopping, so that nothing new is sent. */
  readonly draining: () => boolean
  /** Reads the endpoint's settings again. */
  readonly reload: (webhookId: string) => Effect.Effect<void>
}

/** The actor of an endpoint: it claims as many deliveries as it has room for, sends them, and settles their outcomes. */
export const makeEndpointActor = Effect.fnUntraced(function* (shared: Shared) {
  const { client, node, queue } = shared
  const clock = yield* Clock.Clock
  const random = yield* Random.Random
  /** A monotonic clock in milliseconds, for durations. */
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  /** Unix milliseconds, for times that others read. */
  const wallTime = () => clock.currentTimeMillisUnsafe()
  const permits = makePermits(maxRequests, maxTenantRequests)
  const inFlight = yield* FiberSet.make<void>()
  const fork = yield* FiberSet.runtime(inFlight)<never>()

  /** Best effort: if the database cannot take it now, the end of the lease or the next sweep repairs it. */
  const best = (effect: Effect.Effect<void, unknown>) => void fork(Effect.ignore(effect))

  const release = (deliveries: ReadonlyArray<Claimed>) => {
    if (deliveries.length > 0) best(queue.release(node, deliveries))
  }

  const releaseHanded = (endpoint: Endpoint) => release(endpoint.handed.splice(0).map(({ claimed }) => claimed))

  /** Whose answer it is. A webhook whose receiver is gone is disabled first, unless somebody has given it another one. */
  const receiverOf = (endpoint: Endpoint, url: string, { status }: Answer): Effect.Effect<Receiver> => {
    const { webhookId } = endpoint.settings
    if (endpoint.settings.url !== url) return Effect.succeed("former")
    if (status !== 410) return Effect.succeed("current")
    endpoint.state = gated(endpoint.state, now() + goodbye)
    return queue.gone(webhookId, url).pipe(
      Effect.tap(() => shared.reload(webhookId)),
      Effect.map((isGone): Receiver => (isGone ? "gone" : "former")),
      // Its delivery is attempted again, and gets the same answer.
      Effect.orElseSucceed((): Receiver => "current")
    )
  }

  const conclude = (endpoint: Endpoint, attempted: Attempted, answer: Answer, receiver: Receiver) => {
    const at = now()
    const { claimed, url } = attempted
    const { webhookId } = claimed
    const verdict = judgeAttempt(claimed, answer, receiver, wallTime(), random.nextDoubleUnsafe())
    if (receiver === "former") endpoint.state = outdated(endpoint.state)
    else if (verdict.succeeded) {
      const { gateUntil } = endpoint.state
      const wasDown = isDown(endpoint.state)
      endpoint.state = succeeded(endpoint.state, answer.durationMs, endpoint.settings.maxInFlight, at)
      if (wasDown || gateUntil > 0) {
        best(
          Effect.andThen(
            wasDown ? queue.recover(webhookId) : queue.open(webhookId),
            Effect.sync(() => endpoint.wake())
          )
        )
        best(endpoint.entry.change({ state: "running" }))
      }
    } else {
      endpoint.state = failed(endpoint.state, verdict.wait, at, random.nextDoubleUnsafe())
      releaseHanded(endpoint)
      const lastError = answer.error ?? `the receiver answered ${answer.status}`
      const pause = endpoint.state.gateUntil - at
      if (pause > 0 && receiver === "current") best(queue.gate(webhookId, url, pause))
      best(endpoint.entry.change(pause > 0 ? { state: "backing_off", lastError } : { lastError }))
    }
    startHanded(endpoint)
    if (endpoint.wanted) endpoint.latch.openUnsafe()
    const { final, retryIn, step } = verdict
    shared.settle(
      {
        ...attempted,
        attemptId: SecureRandom.uuidV7Unsafe(),
        durationMs: answer.durationMs,
        status: answer.status,
        error: answer.error,
        response: answer.body,
        final,
        step,
        retryIn
      },
      () => {
        endpoint.state = stored(endpoint.state)
        endpoint.idleSince = now()
        if (final === undefined) endpoint.wakeAt = Math.min(endpoint.wakeAt, endpoint.idleSince + retryIn)
        // The delivery may have held back a later event of its ticket, and its place in the window is free now.
        if (endpoint.wanted || endpoint.handed.length > 0 || final === undefined) endpoint.latch.openUnsafe()
      }
    )
    return endpoint.entry.active
  }

  const attempt = (endpoint: Endpoint, claimed: Claimed, claimedAt: number) =>
    Effect.suspend(() => {
      const at = now()
      const keys = endpoint.signingKeys(at)
      if (shared.draining() || endpoint.retired || keys === undefined || at - claimedAt > maxWaiting) {
        endpoint.state = withdrawn(endpoint.state)
        release([claimed])
        return Effect.void
      }
      const startedAt = wallTime()
      const event = claimed.sentAs ?? nameFor(endpoint.settings.events, claimed.type)
      const body = renamed(claimed.payload, claimed.type, event)
      const facts = {
        eventId: idOf("event", claimed.eventId),
        deliveryId: idOf("delivery", claimed.deliveryId),
        event,
        attempt: claimed.attempt,
        isReplay: claimed.trigger !== "event",
        traceparent: claimed.traceparent
      }
      const headers = deliveryHeaders(keys, facts, body, startedAt)
      const { url } = endpoint.settings
      return Effect.flatMap(client.post(endpoint.url, headers, body), (answer) =>
        Effect.flatMap(receiverOf(endpoint, url, answer), (receiver) =>
          conclude(endpoint, { claimed, url, event, startedAt }, answer, receiver)
        )
      )
    })

  const start = (endpoint: Endpoint, claimed: Claimed, claimedAt: number) => {
    endpoint.state = sent(endpoint.state, claimedAt)
    fork(
      permits
        .withPermit(
          claimed.tenantId,
          claimed.webhookId
        )(attempt(endpoint, claimed, claimedAt))
        .pipe(
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.void
              : Effect.andThen(
                  Effect.logError("A delivery could not be attempted", cause),
                  Effect.suspend(() => {
                    const { url } = endpoint.settings
                    const attempted = { claimed, url, event: claimed.type, startedAt: wallTime() }
                    return conclude(endpoint, attempted, internalFailure, "current")
                  })
                )
          )
        )
    )
  }

  const startHanded = (endpoint: Endpoint) => {
    while (endpoint.handed.length > 0 && room(endpoint.state, now()) > 0) {
      const next = endpoint.handed.shift()
      if (next !== undefined) start(endpoint, next.claimed, next.at)
    }
  }

  /** Number of deliveries to claim: as many as there is room for, and prefetched ones for a fast endpoint. */
  const appetite = ({ handed, pausedUntil, settings, state }: Endpoint, at: number) => {
    const free = room(state, at)
    // No prefetching with a rate limit: only claims enforce it, so prefetched deliveries would exceed it.
    if (settings.ratePerSecond !== null) return handed.length > 0 || pausedUntil > at ? 0 : free
    const isFast = state.window === settings.maxInFlight && state.failures === 0
    if (!isFast) return handed.length > 0 ? 0 : free
    return handed.length < settings.maxInFlight && state.gateUntil <= at ? free + storeFactor * settings.maxInFlight : 0
  }

  /** Claims and starts deliveries until there is no room or no work. */
  const fill = Effect.fnUntraced(function* (endpoint: Endpoint) {
    while (!shared.draining() && !endpoint.retired) {
      startHanded(endpoint)
      const asked = now()
      if (endpoint.wakeAt <= asked) {
        endpoint.wanted = true
        endpoint.wakeAt = Number.POSITIVE_INFINITY
      }
      const slots = appetite(endpoint, asked)
      if (slots <= 0 || !endpoint.wanted) return
      const quiet = isQuiet(endpoint.state)
      const { webhookId } = endpoint.settings
      const rows = yield* shared.claim({ webhookId, slots, probe: isDown(endpoint.state), since: endpoint.since })
      if (rows.some(({ version }) => version !== endpoint.settings.version)) yield* shared.reload(webhookId)
      for (const claimed of rows) endpoint.handed.push({ claimed, at: asked })
      endpoint.pausedUntil = now() + (rows[0]?.pausedFor ?? 0)
      startHanded(endpoint)
      if (rows.length < slots) {
        // A delivery in flight may hold back later ones; its end will look again.
        if (quiet && rows.length === 0) endpoint.wanted = false
        return
      }
    }
  })

  /** Milliseconds until the actor looks again without being woken. */
  const pauseOf = ({ idleSince, pausedUntil, state, wakeAt, wanted }: Endpoint, at: number) => {
    const opens = Math.max(state.gateUntil, pausedUntil)
    const gate = wanted && opens > at ? opens : Number.POSITIVE_INFINITY
    return Math.max(1, Math.min(gate, wakeAt, idleSince + maxIdle, at + maxIdle) - at)
  }

  const isIdle = ({ handed, idleSince, state, wanted }: Endpoint, at: number) =>
    isQuiet(state) && handed.length === 0 && !wanted && !isDown(state) && at - idleSince >= maxIdle

  /** The actor's main loop. It ends when the webhook is retired or after a minute without work. */
  const live = Effect.fnUntraced(function* (endpoint: Endpoint) {
    yield* endpoint.entry.change({ state: isDown(endpoint.state) ? "backing_off" : "running" })
    while (!endpoint.retired && !isIdle(endpoint, now())) {
      yield* Effect.timeoutOption(endpoint.latch.await, pauseOf(endpoint, now()))
      endpoint.latch.closeUnsafe()
      yield* fill(endpoint)
    }
    releaseHanded(endpoint)
  })

  return { live, startHanded, releaseHanded, inFlight, now }
})
