import { Effect } from "effect"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { isDiskFull } from "../runtime/isDiskFull.ts"
import { logOutage, used } from "../runtime/logOutage.ts"
import { S3Failure } from "./S3Failure.ts"

const [disk, store] = ["The disk for files", "The object store"]
/** Milliseconds without a failure after which the disk has room again: reads succeed on a full one, too. */
const roomAfter = 60_000

/**
 * Turns a full disk and failures of the object store, including rejected credentials, into `DatabaseUnavailable`: the caller
 * cannot fix them, so the log gets the details, and the caller is asked to retry.
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
