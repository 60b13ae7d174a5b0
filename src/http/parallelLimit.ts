import { Effect, type Scope } from "effect"

/**
 * Limits what runs at the same time for each key on this node. A request counts until its scope closes, which is when its
 * response has been sent; one more than `max` is refused.
 */
export const makeParallelLimit = <E>(max: number, refusal: () => E) => {
  const open = new Map<string, number>()
  return (key: string): Effect.Effect<void, E, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const count = open.get(key) ?? 0
        return count >= max ? Effect.fail(refusal()) : Effect.sync(() => void open.set(key, count + 1))
      }),
      () =>
        Effect.sync(() => {
          const count = open.get(key) ?? 0
          if (count > 1) open.set(key, count - 1)
          else open.delete(key)
        })
    )
}
