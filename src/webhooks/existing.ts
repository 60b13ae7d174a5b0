import { Effect, Option } from "effect"
import { NotFound } from "../domain/Problems.ts"

/** What was found, or `NotFound`. */
export const existing = <A, E, R>(
  entity: string,
  found: Effect.Effect<Option.Option<A>, E, R>
): Effect.Effect<A, E | NotFound, R> =>
  Effect.flatMap(found, (record) =>
    Option.isSome(record) ? Effect.succeed(record.value) : Effect.fail(new NotFound({ entity }))
  )
