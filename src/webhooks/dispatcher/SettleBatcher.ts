import { Cause, Effect, Schedule } from "effect"
import type { DeliveryQueue, Settlement } from "../DeliveryQueue.ts"
import { makeBatcher } from "./Batcher.ts"

/** Most outcomes stored by one statement, and milliseconds that the first waits for others. */
const most = 500
const linger = 3
/** While the database is down, outcomes wait and keep their places in the windows, so that nothing is sent twice. */
const untilStored = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("2 seconds")])

interface Waiting {
  readonly settlement: Settlement
  readonly stored: () => void
}

/** Stores the outcomes of many deliveries in batches, and retries for as long as it takes. */
export const makeSettleBatcher = Effect.fnUntraced(function* (queue: DeliveryQueue["Service"], node: number) {
  const batcher = yield* makeBatcher<Waiting>(most, linger)
  let unsettled = 0

  const store = (items: ReadonlyArray<Waiting>): Effect.Effect<void> =>
    queue
      .settle(
        node,
        items.map(({ settlement }) => settlement)
      )
      .pipe(
        Effect.retry(untilStored),
        // The schedule is endless, so only a defect can get here.
        Effect.orDie,
        Effect.catchCause((cause): Effect.Effect<void> => {
          if (Cause.hasInterrupts(cause)) return Effect.failCause(cause)
          // An outcome that cannot be stored must not affect the others. Its delivery is sent again when the lease expires.
          return items.length === 1
            ? Effect.logError("The outcome of a delivery could not be stored", cause)
            : Effect.forEach(items, (item) => store([item]), { discard: true })
        })
      )

  const run = batcher.loop((items) =>
    Effect.andThen(
      store(items),
      Effect.sync(() => {
        unsettled -= items.length
        for (const { stored } of items) stored()
      })
    )
  )

  return {
    settle: (settlement: Settlement, stored: () => void) => {
      unsettled++
      batcher.offer({ settlement, stored })
    },
    /** Number of outcomes that are not stored yet. */
    unsettled: () => unsettled,
    run
  }
})
