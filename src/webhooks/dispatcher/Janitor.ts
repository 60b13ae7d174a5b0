import { type Duration, Effect } from "effect"
import { makeRound } from "../../runtime/chores.ts"
import type { DeliveryUpkeep } from "../DeliveryUpkeep.ts"

/** How often each chore runs. */
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

/** Runs the chores at their intervals, forever, while `leads` says that this node is the leader. */
export const keepHouse = <E>(upkeep: DeliveryUpkeep["Service"], leads: Effect.Effect<boolean, E>) => {
  const round = makeRound(
    rhythm.map(([name, every]) => ({ name, every, piece: Effect.map(upkeep[name], (count) => count >= 1_000) }))
  )
  return Effect.forever(Effect.andThen(Effect.sleep("1 second"), Effect.when(round, leads)))
}
