import { Effect, Exit, Queue } from "effect"

/** Collects items that many fibers offer at the same time, so that one statement serves them all. */
export interface Batcher<A> {
  readonly offer: (item: A) => void
  /** Handles batches, one at a time, forever. Several loops may share the work. */
  readonly loop: <R>(
    handle: (items: ReadonlyArray<A>) => Effect.Effect<void, never, R>
  ) => Effect.Effect<never, never, R>
}

/** Makes a batcher for at most `most` items per batch, the first of which waits `linger` milliseconds for others. */
export const makeBatcher = <A>(most: number, linger: number): Effect.Effect<Batcher<A>> =>
  Effect.map(Queue.unbounded<A>(), (queue) => ({
    offer: (item) => void Queue.offerUnsafe(queue, item),
    loop: (handle) =>
      Effect.gen(function* () {
        const items = [yield* Queue.take(queue)]
        if (Queue.sizeUnsafe(queue) < most - 1) yield* Effect.sleep(linger)
        while (items.length < most) {
          const next = Queue.takeUnsafe(queue)
          if (next === undefined || Exit.isFailure(next)) break
          items.push(next.value)
        }
        yield* handle(items)
      }).pipe(Effect.forever)
  }))
