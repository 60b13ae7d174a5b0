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

/** Milliseconds by which the database's clock may be behind ours: looking a moment too early finds nothing. */
const clockSlack = 50
/** Attempts to give a message back when the server stops; where none succeeds its lease ends. */
const givingAttempts = 5
/** Failures of a connection in a row after which nothing is sent by it but one message now and then. */
export const circuitThreshold = 5
/** Seconds between such trials: the first pause doubles up to the longest. */
const trialPause = { first: 10, longest: 15 * 60 }

/**
 * What an attempt came to. `sent`: the channel has it, under `externalId`. `refused`: the channel answered, and does not
 * take this message; with `permanent` it never will. `unavailable`: the channel did not answer, or not about the message;
 * enough of these in a row open its circuit. `wait` is how long it asks to be left alone. `waiting`: it was not asked, because
 * a limit leaves no room before `wait` is over; that is no attempt, and longer than that nothing waits.
 */
export type Delivered =
  | { readonly outcome: "sent"; readonly externalId?: string | undefined; readonly segments?: number | undefined }
  | {
      readonly outcome: "refused"
      readonly permanent: boolean
      readonly reason: string
      readonly wait?: Duration.Duration | undefined
      /** How the customer is reached instead, where nobody is any more in the conversation. */
      readonly fallback?: DeliveryReport["fallback"]
    }
  | {
      readonly outcome: "unavailable"
      readonly reason: string
      readonly wait?: Duration.Duration | undefined
      /** The provider refuses our credentials, or knows us no more: everything waits until somebody has mended that. */
      readonly status?: "error" | "needs_reauth" | "uninstalled" | undefined
    }
  | {
      readonly outcome: "waiting"
      readonly reason: string
      readonly wait: Duration.Duration
      /** Whether who looks after the connection should know, beside who waits for the message. */
      readonly concerns: "message" | "connection"
    }

export interface Deliverer<K extends ConnectionKind, R, Q = never> {
  readonly kind: K
  /**
   * How long a message stays a node's that stands still or went without a word, as with its machine: longer than any attempt takes, because
   * the channel may have the message, and a second copy would reach somebody. Who is known to have died loses it sooner (`heldFor`).
   */
  readonly lease: Duration.Duration
  /** When to try again after `attempts` attempts (from 1), `random` being from 0 to 1; undefined: not any more. */
  readonly retryDelay: (attempts: number, random: number) => Duration.Duration | undefined
  /**
   * One attempt. It is given up after half the lease. What it `remember`s is there for the next attempt (`progress`), for
   * messages that take several steps; there, and where it asks (`confirm`), it ends if the message is somebody else's by then.
   * A defect counts as `refused`, for now.
   */
  readonly deliver: (
    message: ChannelMessage,
    connection: ConnectionOf<K>,
    remember: (progress: JsonObject) => Effect.Effect<void>,
    confirm: Effect.Effect<void>
  ) => Effect.Effect<Delivered, never, R>
  /**
   * The same for what a message that was sent should say now, or for taking it back. Left out where the channel cannot:
   * customers then keep what they got.
   */
  readonly revise?: (
    revision: ChannelRevision,
    connection: ConnectionOf<K>,
    remember: (progress: JsonObject) => Effect.Effect<void>
  ) => Effect.Effect<Delivered, never, Q>
}

/** What an attempt stands on. */
interface Services {
  readonly outbox: ChannelOutbox["Service"]
  readonly connections: ConnectionStore["Service"]
  readonly outbound: Outbound["Service"]
  readonly lines: ConnectionLines
  readonly wake: { at: number }
}

/** One attempt with a leased message, and what came of it written down. One that is interrupted is given back at once. */
export const attempting = <K extends ConnectionKind, R, Q>(
  { deliver, lease, retryDelay, revise }: Deliverer<K, R, Q>,
  { connections, lines, outbound, outbox, wake }: Services
) => {
  /** A revision is told to nobody: its message is still what was sent. */
  const settle = (leased: LeasedMessage, report: DeliveryReport) =>
    Effect.andThen(
      written(leased.isRevision ? outbox.revised(leased, report.error) : outbound.report(leased.id, report)),
      written(outbox.settled(leased))
    )

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

  const tell = Effect.fnUntraced(function* (leased: LeasedMessage, delivered: Delivered) {
    const { connectionId } = leased
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
        // First, so that nobody tries again meanwhile.
        yield* written(
          Effect.andThen(
            outbox.failing(leased, circuitThreshold, pauseOf),
            connections.note(connectionId, {
              kind: "error",
              error: reason,
              ...(status === undefined ? {} : { status })
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
   * What an attempt comes to; undefined where there is nothing left to send, none where it is another attempt's. One that is
   * interrupted is given back at once: but not once its outcome is being written down, when it may be another attempt's already.
   */
  const tried = (leased: LeasedMessage) =>
    whileHeld(
      outbox.renew(leased, lease),
      Effect.fnUntraced(function* (hold) {
        const placed = yield* connections.placed(leased.connectionId)
        const attempt = Option.isNone(placed)
          ? Option.none<Effect.Effect<Delivered, never, R | Q>>()
          : // It is leased by its kind.
            yield* attemptAt(leased, placed.value.connection as ConnectionOf<K>, hold)
        if (Option.isNone(attempt)) return undefined
        return yield* Effect.andThen(hold.confirm, attempt.value).pipe(
          Effect.timeoutOrElse({
            duration: Duration.times(lease, 0.5),
            orElse: () => Effect.succeed<Delivered>({ outcome: "unavailable", reason: "The channel took too long" })
          })
        )
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
    // Its comment, its ticket or its conversation went meanwhile, and nobody waits for it any more.
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

/** How long a circuit stays open after so many trials have failed. */
export const pauseOf = (failures: number) =>
  Duration.seconds(Math.min(trialPause.longest, trialPause.first * 2 ** (failures - 1)))

/** Writes down what became of a message, however long the database is away: forgotten, the message would be sent again. */
const written = (outcome: Effect.Effect<void, DatabaseUnavailable>) =>
  outcome.pipe(Effect.retry(Schedule.spaced("1 second")), Effect.catchCause(untold))

/** Gives back what was under way when the server stops. */
const given = (back: Effect.Effect<void, DatabaseUnavailable>) =>
  back.pipe(Effect.retry({ schedule: Schedule.spaced("1 second"), times: givingAttempts }), Effect.catchCause(untold))

const untold = (cause: Cause.Cause<unknown>) => Effect.logError("The outcome of a message could not be stored", cause)
