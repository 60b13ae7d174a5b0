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
