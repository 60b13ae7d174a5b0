import { Duration, Effect } from "effect"
import { monotonicMillis } from "../../runtime/monotonicMillis.ts"
import type { DeliveryUpkeep } from "../DeliveryUpkeep.ts"

/** How often each chore is done. */
const rhythm: ReadonlyArray<readonly [chore: keyof DeliveryUpkeep["Service"], every: Duration.Input]> = [
  ["makePartitions", "1 hour"],
  ["dropPartitions", "1 hour"],
  ["disableFailing", "10 minutes"],
  ["countDays", "10 minutes"],
  ["tellOfFailures", "1 minute"],
  ["expire", "1 minute"],
  ["purgeReceipts", "1 minute"],
  ["vacuum", "30 seconds"],
  ["cancel", "5 seconds"]
]
/** Pieces of one chore in a row: a large pile must not keep the others waiting. */
const maxPieces = 20

/** Does the chores in their rhythm, for ever, while `leads` says that this node is the one to do them. */
export const keepHouse = Effect.fnUntraced(function* <E>(
  upkeep: DeliveryUpkeep["Service"],
  leads: Effect.Effect<boolean, E>
) {
  const doneAt = new Map<string, number>()
  while (true) {
    yield* Effect.sleep("1 second")
    if (!(yield* leads)) continue
    for (const [chore, every] of rhythm) {
      const now = yield* monotonicMillis
      if (now - (doneAt.get(chore) ?? Number.NEGATIVE_INFINITY) < Duration.toMillis(every)) continue
      yield* Effect.suspend(() => upkeep[chore]).pipe(
        Effect.repeat({ times: maxPieces - 1, while: (count) => count >= 1_000 }),
        // A chore that fails is done at its next time; the others are not its concern.
        Effect.catchCause((cause) => Effect.logWarning(`The chore ${chore} failed and is done again later`, cause))
      )
      doneAt.set(chore, now)
    }
  }
})
