import { Cause, Effect, Schedule } from "effect"
import type { DeliveryQueue, Settlement } from "../DeliveryQueue.ts"
import { makeBatcher } from "./Batcher.ts"

/** Outcomes stored by one statement, and milliseconds that the first waits for the others. */
const most = 500
const linger = 3
/** While the database is away outcomes wait, and with them their places in the windows: nothing is sent twice. */
const untilStored = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("2 seconds")])

interface Waiting {
  readonly settlement: Settlement
  readonly stored: () => void
}

/** Outcomes of many deliveries, stored together, and for as long as it takes. */
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
        // Only a defect comes out of an endless schedule.
        Effect.orDie,
        Effect.catchCause((cause): Effect.Effect<void> => {
          if (Cause.hasInterrupts(cause)) return Effect.failCause(cause)
          // One outcome that cannot be stored must not take the others with it; its delivery is sent again some day.
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
    /** Outcomes that are not stored yet. */
    unsettled: () => unsettled,
    run
  }
})
