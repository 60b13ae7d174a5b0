import { Effect, type Scope } from "effect"
import { LimitReached } from "../domain/Problems.ts"

/** Streams that one credential may have open on this node. */
export const maxStreams = 20

/** Counts the streams of each credential; one counts until the scope of its request closes. */
export const makeStreamLimit = () => {
  const open = new Map<string, number>()
  return (credential: string): Effect.Effect<void, LimitReached, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const count = open.get(credential) ?? 0
        if (count >= maxStreams) return new LimitReached({ limit: maxStreams, what: "open streams of a credential" })
        return Effect.sync(() => void open.set(credential, count + 1))
      }),
      () =>
        Effect.sync(() => {
          const count = open.get(credential) ?? 0
          if (count > 1) open.set(credential, count - 1)
          else open.delete(credential)
        })
    )
}
