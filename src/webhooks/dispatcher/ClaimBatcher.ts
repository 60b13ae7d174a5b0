import { Effect } from "effect"
import type { Claimed, ClaimRequest, DeliveryQueue } from "../DeliveryQueue.ts"
import { makeBatcher } from "./Batcher.ts"

/** Most endpoints whose claims share one statement, and milliseconds that the first waits for others. */
const most = 200
const linger = 1
/** The pause after a claim that the database did not answer. */
const pause = "300 millis"

interface Waiting extends ClaimRequest {
  readonly answer: (rows: ReadonlyArray<Claimed>) => void
  abandoned: boolean
}

/** Batches the claims of many actors. While the database is down, they return empty. */
export const makeClaimBatcher = Effect.fnUntraced(function* (queue: DeliveryQueue["Service"], node: number) {
  const batcher = yield* makeBatcher<Waiting>(most, linger)

  const claim = (request: ClaimRequest): Effect.Effect<ReadonlyArray<Claimed>> =>
    Effect.callback((resume) => {
      const waiting: Waiting = { ...request, abandoned: false, answer: (rows) => resume(Effect.succeed(rows)) }
      batcher.offer(waiting)
      return Effect.sync(() => {
        waiting.abandoned = true
      })
    })

  const claimAll = (items: ReadonlyArray<Waiting>): Effect.Effect<void> =>
    Effect.gen(function* () {
      const rows = Map.groupBy(yield* queue.claim(node, items), ({ webhookId }) => webhookId)
      const orphaned: Array<Claimed> = []
      for (const { abandoned, answer, webhookId } of items) {
        const claimed = rows.get(webhookId) ?? []
        if (abandoned) orphaned.push(...claimed)
        else answer(claimed)
      }
      if (orphaned.length > 0) yield* queue.release(node, orphaned)
    }).pipe(
      Effect.catchTag("DatabaseUnavailable", () => Effect.sleep(pause)),
      // An endpoint whose deliveries cannot be claimed must not affect the others.
      Effect.catchDefect((defect) =>
        items.length === 1
          ? Effect.andThen(
              Effect.logError("The deliveries of a webhook could not be claimed", defect),
              Effect.sleep(pause)
            )
          : Effect.forEach(items, (item) => claimAll([item]), { discard: true })
      )
    )

  const run = batcher.loop((items) =>
    Effect.ensuring(
      claimAll(items),
      // Answers those that have no answer yet. A second answer has no effect.
      Effect.sync(() => {
        for (const { answer } of items) answer([])
      })
    )
  )

  return { claim, run }
})
