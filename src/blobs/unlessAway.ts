import { Effect } from "effect"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { isDiskFull } from "../runtime/isDiskFull.ts"
import { logOutage, used } from "../runtime/logOutage.ts"
import { S3Failure } from "./S3Failure.ts"

const [disk, store] = ["The disk for files", "The object store"]
/** Milliseconds without a failure after which there is room again: what is only read needs none. */
const roomAfter = 60_000

/**
 * A place for bytes that is full, away, or refuses us, as an object store does whose key was replaced, is nothing that
 * whoever has the bytes can mend: the log says what it said, and they are told to come again.
 */
export const unlessAway = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseUnavailable, R> =>
  Effect.catchDefect(
    Effect.tap(effect, () => Effect.andThen(used(disk), used(store))),
    (defect) => {
      if (isDiskFull(defect))
        return Effect.andThen(
          logOutage(disk, "it is full", roomAfter),
          Effect.fail(new DatabaseUnavailable({ reason: "full" }))
        )
      if (defect instanceof S3Failure)
        return Effect.andThen(
          logOutage(store, defect.message),
          Effect.fail(new DatabaseUnavailable({ reason: "unreachable" }))
        )
      return Effect.die(defect)
    }
  )
