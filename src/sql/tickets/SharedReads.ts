import { Deferred, Effect, type Scope } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import * as Lanes from "../Lanes.ts"

interface Job<A> extends Lanes.Job {
  readonly read: Effect.Effect<A, DatabaseUnavailable>
  readonly answer: Deferred.Deferred<A, DatabaseUnavailable>
}

/**
 * Has those who ask the same while an answer is under way share the next one, which is read after they asked: many look at the
 * same page, and ask for it again and again. Who has waited a moment for a slow answer does not wait for its end. `question`
 * names all that the answer depends on, the tenant among it.
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
