import { Clock, Duration, Effect } from "effect"
import type { InstallationId } from "../../src/domain/Ids.ts"
import type { Delivered } from "../../src/tickets/deliverMessages.ts"

/** Milliseconds between two messages to one channel: Slack's own limit. */
const between = 1_000
/** Channels whose turns are known. */
const mostChannels = 10_000

/** Turns of messages that go to the same channel. */
export class Pace {
  private readonly free = new Map<string, number>()

  /** Milliseconds until the caller's turn; a longer wait than `longest` takes no turn. `now` is Unix time. */
  take(channel: string, now: number, longest: number): number {
    const turn = Math.max(now, this.free.get(channel) ?? 0)
    if (turn - now > longest) return turn - now
    if (this.free.size >= mostChannels) for (const [key, at] of this.free) if (at <= now) this.free.delete(key)
    this.free.set(channel, turn + between)
    return turn - now
  }
}

/** Of all that this process sends. */
const pace = new Pace()

/** Waits for the turn of a message in its channel; where that is more than `longest` milliseconds away, it is put back. */
export const takeTurn = Effect.fnUntraced(function* (connection: InstallationId, channel: string, longest: number) {
  const turn = pace.take(`${connection}/${channel}`, yield* Clock.currentTimeMillis, longest)
  if (turn > longest) {
    const waiting: Delivered = {
      outcome: "refused",
      permanent: false,
      reason: "Others are being sent to its channel",
      wait: Duration.millis(turn)
    }
    return waiting
  }
  yield* Effect.sleep(turn)
  return undefined
})
