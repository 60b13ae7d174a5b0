import { Effect, Option } from "effect"
import { NotFound } from "./Problems.ts"

/** Unwraps what was found, or fails with `NotFound`. */
export const orNotFound =
  (entity: string) =>
  <A, E, R>(found: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A, E | NotFound, R> =>
    Effect.flatMap(found, (record) =>
      Option.isSome(record) ? Effect.succeed(record.value) : Effect.fail(new NotFound({ entity }))
    )
