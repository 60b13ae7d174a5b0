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

/** Tickets of one call that are in progress at a time: as many as fit in one commit. */
const concurrency = 64

/** The result for one ticket. Without a `refusal`, the action was done; otherwise it says why the ticket is unchanged. */
export interface BulkResult {
  readonly ticketId: TicketId
  readonly refusal?: ChangeRefusal | undefined
}

/** One action on many tickets. */
export class BulkChanges extends Context.Service<
  BulkChanges,
  {
    /**
     * Applies the action to each ticket, in the given order, each in a transaction of its own; many share a commit. An
     * action that no ticket could undergo is refused before anything is done.
     *
     * With a receipt, the call takes effect once although it spans many transactions: each transaction leaves a receipt
     * of its own, so repeating the call after a crash half-way does only what is left. The answer is stored at the end.
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
        // This receipt reserves the key for this call from the start.
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

/** The receipt of one of a call's transactions. */
const partOf = (call: ReceiptRequest<never> | undefined, part: string): ReceiptRequest<unknown> | undefined =>
  call === undefined
    ? undefined
    : {
        key: Buffer.concat([call.key, Buffer.from(part)]),
        fingerprint: call.fingerprint,
        answer: () => ({ status: 200, headers: {}, body: "{}" })
      }
