import { type Cause, Clock, Duration, Effect, Option, Random, Schedule } from "effect"
import type { ConnectionKind, ConnectionOf } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { DeliveryReport } from "../../domain/OutboundMessage.ts"
import type { ConnectionStore } from "../connections/ConnectionStore.ts"
import type { ConnectionLines } from "../connections/connectionLines.ts"
import { type Hold, whileHeld } from "../whileHeld.ts"
import type { ChannelMessage, ChannelOutbox, ChannelRevision, LeasedMessage } from "./ChannelOutbox.ts"
import type { Outbound } from "./Outbound.ts"

/** Milliseconds by which the database's clock may lag behind ours: polling a moment too early finds nothing. */
const clockSlack = 50
/** Attempts to give a message back when the server stops; if all fail, its lease expires. */
const givingAttempts = 5
/** Number of consecutive failures of a connection after which only an occasional probe is sent through it. */
export const circuitThreshold = 5
/** Seconds between these probes: the first pause doubles up to the longest. */
const trialPause = { first: 10, longest: 15 * 60 }

/**
 * The result of an attempt. `sent`: the channel has accepted the message, under `externalId`. `refused`: the channel
 * responded, and rejected this message; with `permanent`, it always will. `unavailable`: the channel did not respond, or
 * not about the message; enough of these in a row open its circuit. `wait` is how long it asks us to wait. `waiting`: the
 * channel was not contacted, because a limit leaves no room until `wait` is over, when the message is due again; this
 * does not count as an attempt.
 */
export type Delivered =
  | { readonly outcome: "sent"; readonly externalId?: string | undefined; readonly segments?: number | undefined }
  | {
      readonly outcome: "refused"
      readonly permanent: boolean
      readonly reason: string
      readonly wait?: Duration.Duration | undefined
      /** How to reach the customer instead, if they can no longer be reached in the conversation. */
      readonly fallback?: DeliveryReport["fallback"]
    }
  | {
      readonly outcome: "unavailable"
      readonly reason: string
      readonly wait?: Duration.Duration | undefined
      /** The provider rejects our credentials, or no longer knows us: everything waits until somebody has fixed that. */
      readonly status?: "error" | "needs_reauth" | "uninstalled" | undefined
    }
  | {
      readonly outcome: "waiting"
      readonly reason: string
      readonly wait: Duration.Duration
      /** Whether to inform those responsible for the connection, in addition to those who wait for the message. */
      readonly concerns: "message" | "connection"
    }

export interface Deliverer<K extends ConnectionKind, R, Q = never> {
  readonly kind: K
  /**
   * How long a message stays leased to a node that hangs or vanished without notice, for example with its machine: longer
   * than any attempt takes, because the channel may have accepted the message, and a second copy would reach the
   * customer. A node known to have died loses its leases sooner (`heldFor`).
   */
  readonly lease: Duration.Duration
  /** The delay after `attempts` attempts (from 1), with `random` between 0 and 1; `undefined` to give up. */
  readonly retryDelay: (attempts: number, random: number) => Duration.Duration | undefined
  /**
   * Makes one attempt, which is abandoned after half the lease. What it `remember`s is available to the next attempt as
   * `progress`, for messages that take several steps. In `remember` and `confirm`, the attempt ends if the lease was
   * lost. A defect counts as a `refused` that is not permanent.
   */
  readonly deliver: (
    message: ChannelMessage,
    connection: ConnectionOf<K>,
    remember: (progress: JsonObject) => Effect.Effect<void>,
    confirm: Effect.Effect<void>
  ) => Effect.Effect<Delivered, never, R>
  /**
   * The same to edit or remove a message that was sent. Absent if the channel cannot do so: customers then keep what they
   * received.
   */
  readonly revise?: (
    revision: ChannelRevision,
    connection: ConnectionOf<K>,
    remember: (progress: JsonObject) => Effect.Effect<void>
  ) => Effect.Effect<Delivered, never, Q>
}

/** The services that an attempt uses. */
interface Services {
  readonly outbox: ChannelOutbox["Service"]
  readonly connections: ConnectionStore["Service"]
  readonly outbound: Outbound["Service"]
  readonly lines: ConnectionLines
  readonly wake: { at: number }
}

/** Makes one attempt to send a leased message, and stores the outcome. If interrupted, the message is given back at once. */
export const attempting = <K extends ConnectionKind, R, Q>(
  { deliver, lease, retryDelay, revise }: Deliverer<K, R, Q>,
  { connections, lines, outbound, outbox, wake }: Services
) => {
  /**
   * What has arrived has arrived, but a failure says nothing about a message that somebody else is sending by now. Revisions are
   * not reported: their message still counts as sent.
   */
  const settle = (leased: LeasedMessage, report: DeliveryReport) => {
    const isOurs = report.status === "sent" ? Effect.succeed(true) : outbox.renew(leased, lease)
    const told = leased.isRevision ? outbox.revised(leased, report.error) : outbound.report(leased.id, report)
    return Effect.andThen(
      written(Effect.flatMap(isOurs, (isHeld) => (isHeld ? told : Effect.void))),
      written(outbox.settled(leased))
    )
  }

  const fail = (leased: LeasedMessage, reason: string, permanent: boolean, fallback?: DeliveryReport["fallback"]) =>
    settle(leased, { status: "failed", permanent, error: reason, fallback })

  const postpone = Effect.fnUntraced(function* (
    leased: LeasedMessage,
    pause: Duration.Duration,
    reason: string,
    attempt?: "uncounted"
  ) {
    yield* written(outbox.postpone(leased, pause, reason, attempt))
    wake.at = Math.min(wake.at, (yield* Clock.currentTimeMillis) + Duration.toMillis(pause) + clockSlack)
  })

  const later = Effect.fnUntraced(function* (leased: LeasedMessage, reason: string, wait?: Duration.Duration) {
    const delay = retryDelay(leased.attempts, yield* Random.next)
    if (delay === undefined) return yield* fail(leased, reason, false)
    yield* postpone(leased, wait === undefined ? delay : Duration.max(wait, delay), reason)
  })

  const tell = Effect.fnUntraced(function* (
    message: LeasedMessage,
    { connection, delivered }: { readonly connection: ConnectionOf<K>; readonly delivered: Delivered }
  ) {
    const leased = { ...message, asOf: connection.updatedAt }
    const connectionId = leased.connectionId
    switch (delivered.outcome) {
      case "sent":
        yield* settle(leased, {
          status: "sent",
          permanent: false,
          externalId: delivered.externalId,
          segments: delivered.segments
        })
        yield* written(
          Effect.andThen(outbox.answered(connectionId), connections.note(connectionId, { kind: "outbound" }))
        )
        return yield* lines.works(connectionId)
      case "refused":
        yield* delivered.permanent
          ? fail(leased, delivered.reason, true, delivered.fallback)
          : later(leased, delivered.reason, delivered.wait)
        yield* written(
          Effect.andThen(
            outbox.answered(connectionId),
            connections.note(connectionId, { kind: "error", error: delivered.reason })
          )
        )
        return yield* lines.works(connectionId, delivered.reason)
      case "unavailable": {
        const { reason, status, wait } = delivered
        // First, so that nobody tries again in the meantime.
        yield* written(
          Effect.andThen(
            outbox.failing(leased, circuitThreshold, pauseOf),
            connections.note(connectionId, {
              kind: "error",
              error: reason,
              outage: status && { status, asOf: connection.updatedAt }
            })
          )
        )
        yield* later(leased, reason, wait)
        return yield* lines.fails(connectionId, reason)
      }
      case "waiting": {
        const { concerns, reason, wait } = delivered
        yield* written(outbox.untried(leased))
        yield* postpone(leased, wait, reason, "uncounted")
        if (concerns === "message") return
        yield* written(connections.note(connectionId, { kind: "error", error: reason }))
        return yield* lines.works(connectionId, reason)
      }
    }
  })

  const attemptAt = Effect.fnUntraced(function* (
    leased: LeasedMessage,
    connection: ConnectionOf<K>,
    { confirm, leave }: Hold
  ): Effect.fn.Return<Option.Option<Effect.Effect<Delivered, never, R | Q>>, DatabaseUnavailable> {
    const remember = (progress: JsonObject) =>
      written(Effect.flatMap(outbox.remember(leased, progress), (isHeld) => (isHeld ? Effect.void : leave)))
    if (!leased.isRevision)
      return Option.map(yield* outbox.content(leased), (message) =>
        deliver(message, connection, remember, written(confirm))
      )
    return revise === undefined
      ? Option.none()
      : Option.map(yield* outbox.revision(leased), (revision) => revise(revision, connection, remember))
  })

  /**
   * The result of an attempt: `undefined` if there is nothing left to send, `none` if the lease was lost. If interrupted,
   * the message is given back at once, but not while its outcome is being stored, when another attempt may already have
   * it.
   */
  const tried = (leased: LeasedMessage) =>
    whileHeld(
      outbox.renew(leased, lease),
      Effect.fnUntraced(function* (hold) {
        const placed = yield* connections.placed(leased.connectionId)
        if (Option.isNone(placed)) return undefined
        // It is leased by its kind.
        const connection = placed.value.connection as ConnectionOf<K>
        const attempt = yield* attemptAt(leased, connection, hold)
        if (Option.isNone(attempt)) return undefined
        const delivered = yield* Effect.andThen(hold.confirm, attempt.value).pipe(
          Effect.timeoutOrElse({
            duration: Duration.times(lease, 0.5),
            orElse: () => Effect.succeed<Delivered>({ outcome: "unavailable", reason: "The channel took too long" })
          })
        )
        return { connection, delivered }
      })
    ).pipe(Effect.onInterrupt(() => given(outbox.giveBack(leased))))

  const attempt = Effect.fnUntraced(function* (leased: LeasedMessage) {
    if (leased.isExpired) return yield* fail(leased, "It was not sent in time", false)
    if (leased.isCaptured) return yield* Effect.andThen(outbound.capture(leased.id), outbox.settled(leased))
    if (leased.isRevision && revise === undefined)
      return yield* fail(leased, "Its channel cannot change messages", true)
    const result = yield* tried(leased)
    if (Option.isNone(result)) return
    if (result.value !== undefined) return yield* tell(leased, result.value)
    // Its comment, ticket or conversation was deleted in the meantime, and nobody waits for it any more.
    if (!(yield* outbox.putAside(leased))) yield* fail(leased, "There is nothing left to send", true)
  })

  return (leased: LeasedMessage) =>
    attempt(leased).pipe(
      Effect.catchTag("DatabaseUnavailable", () => later(leased, "The database was unavailable")),
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.logError("A message could not be sent", { messageId: leased.id }, defect),
          later(leased, "It could not be sent")
        )
      )
    )
}

/** How long a circuit stays open after so many failures. */
export const pauseOf = (failures: number) =>
  Duration.seconds(Math.min(trialPause.longest, trialPause.first * 2 ** (failures - 1)))

/** Stores the outcome of a message, however long the database is unavailable: without it, the message would be sent again. */
const written = (outcome: Effect.Effect<void, DatabaseUnavailable>) =>
  outcome.pipe(Effect.retry(Schedule.spaced("1 second")), Effect.catchCause(untold))

/** Gives back messages that are in progress when the server stops. */
const given = (back: Effect.Effect<void, DatabaseUnavailable>) =>
  back.pipe(Effect.retry({ schedule: Schedule.spaced("1 second"), times: givingAttempts }), Effect.catchCause(untold))

const untold = (cause: Cause.Cause<unknown>) => Effect.logError("The outcome of a message could not be stored", cause)
