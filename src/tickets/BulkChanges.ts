import { Context, Effect, Layer, Option, Result } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { IdempotencyInProgress, IdempotencyKeyReused, InvalidInput, NotFound } from "../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { applyAction, type BulkAction, checkAction, readsOfAction } from "./bulkAction.ts"
import type { ChangeRefusal } from "./changeTicket.ts"
import { TicketStore } from "./TicketStore.ts"

/** Tickets of one call that are under way at a time: as many as ride in one commit. */
const concurrency = 64

/** What became of one ticket: nothing is wrong, or why it stayed as it was. */
export interface BulkResult {
  readonly ticketId: TicketId
  readonly refusal?: ChangeRefusal | undefined
}

/** One action on many tickets. */
export class BulkChanges extends Context.Service<
  BulkChanges,
  {
    /**
     * Does the action to each ticket, in the order given, each in a transaction of its own; many share a commit. An
     * action that cannot be done to any ticket is refused before anything is done.
     *
     * With a receipt the call is done once although it is many transactions: each ticket's leaves a receipt of its own,
     * so that the same call after a crash half-way does what is left and nothing twice; the answer is kept at the end.
     */
    change(
      scope: BrandScope,
      causation: Causation,
      action: BulkAction,
      ticketIds: ReadonlyArray<TicketId>,
      receipt?: ReceiptRequest<ReadonlyArray<BulkResult>>
    ): Effect.Effect<
      Once<ReadonlyArray<BulkResult>>,
      NotFound | InvalidInput | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
    >
  }
>()("trunkline/tickets/BulkChanges") {
  static readonly layer = Layer.effect(
    BulkChanges,
    Effect.gen(function* () {
      const store = yield* TicketStore
      const receipts = yield* Receipts

      const change = Effect.fn("BulkChanges.change")(function* (
        scope: BrandScope,
        causation: Causation,
        action: BulkAction,
        ticketIds: ReadonlyArray<TicketId>,
        receipt?: ReceiptRequest<ReadonlyArray<BulkResult>>
      ) {
        if (receipt !== undefined) {
          const earlier = yield* receipts.find(scope.tenant, receipt)
          if (Option.isSome(earlier)) return { replayed: true as const, answer: earlier.value }
        }
        const reads = readsOfAction(action)
        // Its receipt keeps the key for this call from the first moment on.
        yield* store.execute({
          scope,
          causation,
          receipt: partOf(receipt, "begun"),
          reads,
          decide: (state) => Result.map(checkAction(state, action), () => ({ value: undefined, events: [], audit: [] }))
        })
        const results = yield* Effect.forEach(
          ticketIds,
          (ticketId) =>
            store
              .execute({
                scope,
                causation,
                receipt: partOf(receipt, ticketId),
                reads: { ...reads, ticketId },
                decide: (state) => applyAction(state, scope.tenant.mode, action),
                inOrder: "bulk"
              })
              .pipe(
                Effect.as<BulkResult>({ ticketId }),
                Effect.catchTag(
                  ["NotFound", "InvalidInput", "TicketMerged", "VersionConflict", "LimitReached"],
                  (refusal) => Effect.succeed<BulkResult>({ ticketId, refusal })
                )
              ),
          { concurrency }
        )
        return receipt === undefined
          ? { replayed: false as const, value: results }
          : yield* receipts.once(scope.tenant, receipt, Effect.succeed(results))
      })

      return BulkChanges.of({ change })
    })
  )
}

/** The receipt of one transaction of a call. */
const partOf = (call: ReceiptRequest<never> | undefined, part: string): ReceiptRequest<unknown> | undefined =>
  call === undefined
    ? undefined
    : {
        key: Buffer.concat([call.key, Buffer.from(part)]),
        fingerprint: call.fingerprint,
        answer: () => ({ status: 200, headers: {}, body: "{}" })
      }
