import { Deferred, Effect, type Scope } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import * as Lanes from "../Lanes.ts"

interface Job<A> extends Lanes.Job {
  readonly read: Effect.Effect<A, DatabaseUnavailable>
  readonly answer: Deferred.Deferred<A, DatabaseUnavailable>
}

/**
 * Lets callers who ask the same question while it is being answered share the next read, which begins after they asked: many
 * look at the same page, and ask for it again and again. Callers who have waited a moment for a slow read do not wait for its
 * end. `question` names everything that the answer depends on, including the tenant.
 */
export const make = Effect.fnUntraced(function* <A>(): Effect.fn.Return<
  (question: string, read: Effect.Effect<A, DatabaseUnavailable>) => Effect.Effect<A, DatabaseUnavailable>,
  never,
  Scope.Scope
> {
  const readOnce = (jobs: ReadonlyArray<Job<A>>) => {
    const [first] = jobs
    if (first === undefined) return Effect.void
    return Effect.map(Effect.exit(first.read), (exit) => {
      for (const { answer } of jobs) Deferred.doneUnsafe(answer, exit)
    })
  }
  const submit = yield* Lanes.make(readOnce, { abreast: true })

  return (question, read) =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<A, DatabaseUnavailable>()
      submit(question, { read, answer, weight: 0, fail: (error) => Deferred.doneUnsafe(answer, Effect.fail(error)) })
      return Deferred.await(answer)
    })
})
