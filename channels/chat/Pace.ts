import { Clock, Duration, Effect } from "effect"
import type { InstallationId } from "../../src/domain/Ids.ts"
import type { Delivered } from "../../src/tickets/outbound/attemptMessage.ts"
import { SlackFailure } from "./SlackFailure.ts"

/** Milliseconds between two messages to one channel: Slack's own rate limit. */
const between = 1_000
/** Size of either map beyond which past entries are dropped. */
const mostKnown = 10_000

/** Why a message waits. */
export const resting = "It waits: Slack is rate limiting the app"

/** Schedules messages to the same channel, and pauses workspaces whose rate limit was hit. */
export class Pace {
  private readonly free = new Map<string, number>()
  private readonly rests = new Map<InstallationId, number>()

  /** Milliseconds until the caller's turn. A turn further away than `longest` is not reserved. `now` is Unix time. */
  take(connection: InstallationId, channel: string, now: number, longest: number): number {
    const key = `${connection}/${channel}`
    const turn = Math.max(now, this.free.get(key) ?? 0, this.rests.get(connection) ?? 0)
    if (turn - now > longest) return turn - now
    forgetPast(this.free, now)
    this.free.set(key, turn + between)
    return turn - now
  }

  isResting(connection: InstallationId, now: number): boolean {
    return (this.rests.get(connection) ?? 0) > now
  }

  /** Sends nothing to any channel of the workspace until then (Unix time in milliseconds). */
  rest(connection: InstallationId, until: number, now: number) {
    forgetPast(this.rests, now)
    this.rests.set(connection, Math.max(until, this.rests.get(connection) ?? 0))
  }
}

const forgetPast = <K>(moments: Map<K, number>, now: number) => {
  if (moments.size >= mostKnown) for (const [key, at] of moments) if (at <= now) moments.delete(key)
}

/** Shared by everything that this process sends. */
const pace = new Pace()

/** Waits for a message's turn in its channel; if that is more than `longest` milliseconds away, the message is put back. */
export const takeTurn = Effect.fnUntraced(function* (connection: InstallationId, channel: string, longest: number) {
  const now = yield* Clock.currentTimeMillis
  const turn = pace.take(connection, channel, now, longest)
  if (turn > longest) {
    const waiting: Delivered = {
      outcome: "waiting",
      reason: pace.isResting(connection, now)
        ? resting
        : "It waits for its turn: other messages are being sent to its channel",
      wait: Duration.millis(turn),
      concerns: "message"
    }
    return waiting
  }
  yield* Effect.sleep(turn)
  return undefined
})

/** Pauses all messages to a workspace once Slack rate limits one of them. */
export const restingWhereLimited =
  (connection: InstallationId) =>
  <A, E, R>(sending: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.tapError(sending, (error) =>
      error instanceof SlackFailure && error.kind === "limited"
        ? Effect.map(Clock.currentTimeMillis, (now) => pace.rest(connection, now + (error.retryAfter ?? 1) * 1000, now))
        : Effect.void
    )
