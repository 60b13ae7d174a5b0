import { Clock, Effect } from "effect"

/** Milliseconds for which a value is remembered; what changes it on any node ends that at once. */
const memory = 30_000
/** Values that are remembered. */
const mostRemembered = 10_000

/** Values that are good for a while. */
export class Remembered<A> {
  private readonly values = new Map<string, { readonly value: A; readonly until: number }>()

  of<E>(key: string, find: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const known = this.values.get(key)
      if (known !== undefined && known.until > now) return Effect.succeed(known.value)
      return Effect.tap(find, (value) =>
        Effect.sync(() => {
          if (this.values.size >= mostRemembered) this.values.clear()
          this.values.set(key, { value, until: now + memory })
        })
      )
    })
  }

  forget(isConcerned: (value: A) => boolean) {
    for (const [key, { value }] of this.values) if (isConcerned(value)) this.values.delete(key)
  }

  drop(key: string) {
    this.values.delete(key)
  }

  clear() {
    this.values.clear()
  }
}
