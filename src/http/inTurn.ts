import { Deferred, Duration, Effect, Option } from "effect"
import { IdempotencyInProgress } from "../domain/Problems.ts"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"

/** How long a request waits for earlier ones with the same idempotency key. */
const patience = Duration.seconds(5)

/**
 * Runs one request of each name at a time on this node. A request that arrives meanwhile waits for the first to end and gets
 * what it `left`; if it left nothing, such as after a refusal, the request runs next. A request that has waited too long is
 * told that the first is still in progress.
 */
export const makeInTurn = () => {
  const running = new Map<string, Deferred.Deferred<void>>()

  return <A, E, R, E2, R2>(
    name: string,
    run: Effect.Effect<A, E, R>,
    left: Effect.Effect<Option.Option<A>, E2, R2>
  ): Effect.Effect<A, E | E2 | IdempotencyInProgress, R | R2> =>
    Effect.flatMap(monotonicMillis, (came) => {
      const wait = Effect.fnUntraced(function* (first: Deferred.Deferred<void>) {
        const remaining = came + Duration.toMillis(patience) - (yield* monotonicMillis)
        const ended = yield* Effect.timeoutOption(Deferred.await(first), Math.max(0, remaining))
        return Option.isSome(ended) ? yield* left : yield* new IdempotencyInProgress()
      })
      const turn: Effect.Effect<A, E | E2 | IdempotencyInProgress, R | R2> = Effect.suspend(() => {
        const first = running.get(name)
        if (first !== undefined) {
          return Effect.flatMap(wait(first), Option.match({ onNone: () => turn, onSome: Effect.succeed }))
        }
        const done = Deferred.makeUnsafe<void>()
        running.set(name, done)
        return Effect.ensuring(
          run,
          Effect.suspend(() => {
            running.delete(name)
            return Deferred.succeed(done, undefined)
          })
        )
      })
      return turn
    })
}
