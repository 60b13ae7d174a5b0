import { Duration, Effect, Schedule } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused, NotFound } from "../domain/Problems.ts"
import type { Once } from "../events/Receipt.ts"
import type { MessagesWaiting } from "./ConnectionStore.ts"

/** How often and how many times to look whether all that a connection has taken was tried. */
const looks = { every: Duration.millis(200), most: 50 }

type Refusal = NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/**
 * Removes a connection once all that its provider was told we have was tried. What takes longer than ten seconds is given
 * up, and has a line in the inbound log. `remove` is one transaction, which `ConnectionStore.delete` joins.
 */
export const removeConnection = (
  remove: (unhandled: "waited for" | "given up") => Effect.Effect<Once<void>, Refusal | MessagesWaiting>
): Effect.Effect<Once<void>, Refusal> =>
  remove("waited for").pipe(
    Effect.retry({
      while: ({ _tag }) => _tag === "MessagesWaiting",
      schedule: Schedule.spaced(looks.every),
      times: looks.most
    }),
    Effect.catchTag("MessagesWaiting", () => remove("given up")),
    Effect.catchTag("MessagesWaiting", Effect.die)
  )
