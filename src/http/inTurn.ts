import { Deferred, Duration, Effect, Option } from "effect"
import { IdempotencyInProgress } from "../domain/Problems.ts"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"

/** How long a request waits for those before it that have the same idempotency key. */
const patience = Duration.seconds(5)

/**
 * Lets this node run one request of a name at a time. A request that comes while another runs waits for its end and
 * then hears what it left behind (`left`); when it left nothing, as after a refusal, it is the next to run. Whoever
 * has waited too long hears that the first is still in progress.
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
