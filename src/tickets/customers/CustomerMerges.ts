import { Context, Effect, Layer, Option } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { CustomerId, TicketId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  NotFound,
  type VersionConflict
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { TicketStore } from "../TicketStore.ts"
import { CustomerMergeStore } from "./CustomerMergeStore.ts"
import { CustomerStore } from "./CustomerStore.ts"
import { followCustomer } from "./followCustomer.ts"
import { mergeCustomers } from "./mergeCustomers.ts"

/** Tickets that are moved to another customer before the next ones are looked up: as many as fit in one commit. */
const piece = 64
/** Tickets that one statement moves, during which nobody can open tickets in the brand. */
const restPiece = 500

/** Merges customers who turn out to be one person. */
export class CustomerMerges extends Context.Service<
  CustomerMerges,
  {
    /**
     * Merges customers of a brand into `target`: it takes over what only they had and their conversations, and they are
     * hidden, all in one transaction. Then their tickets move, each in a transaction of its own. If this is interrupted,
     * calling it again completes it, and so does `finish`. Customers who were already merged into `target` are skipped.
     * Returns the target as it is afterwards or, if it was hidden in the meantime, as the merge left it.
     */
    merge(
      scope: BrandScope,
      causation: Causation,
      target: CustomerId,
      sources: ReadonlyArray<CustomerId>,
      ifMatch?: number,
      receipt?: ReceiptRequest<CustomerDetail>
    ): Effect.Effect<
      Once<CustomerDetail>,
      NotFound | InvalidInput | VersionConflict | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
    >

    /** Moves the tickets of merges that were interrupted. */
    readonly finish: Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomerMerges") {
  static readonly layer = Layer.effect(
    CustomerMerges,
    Effect.gen(function* () {
      const merges = yield* CustomerMergeStore
      const customers = yield* CustomerStore
      const receipts = yield* Receipts
      const store = yield* TicketStore
      const ids = yield* IdGenerator

      /**
       * Moves the tickets of all customers who were merged into one to that one, or to whom that one was merged into.
       * Nobody can open tickets for hidden customers, so none are left. Tickets in the trash and merged ones move without
       * events; after them, those that somebody has restored in the meantime.
       */
      const gather = (scope: BrandScope, causation: Causation, id: CustomerId) => {
        const living = gatherLiving(scope, causation, id)
        const others = Effect.repeat(merges.giveRest(scope, id, restPiece), { while: (given) => given === restPiece })
        return Effect.andThen(Effect.andThen(living, others), living)
      }

      const gatherLiving = Effect.fnUntraced(function* (scope: BrandScope, causation: Causation, id: CustomerId) {
        let last: TicketId | undefined
        while (true) {
          const strays: ReadonlyArray<TicketId> = yield* merges.strays(scope, id, piece, last)
          if (strays.length === 0) break
          // Visits each ticket once, so that this terminates even if one cannot be moved.
          last = strays.at(-1)
          yield* Effect.forEach(
            strays,
            (ticketId) =>
              store
                .execute({
                  scope,
                  causation,
                  reads: { ticketId, changesCustomer: true },
                  decide: (state) => followCustomer(state, scope.tenant.mode)
                })
                .pipe(
                  // The ticket was purged, or its brand deleted, in the meantime.
                  Effect.catchTag("NotFound", () => Effect.void),
                  // No receipt was requested.
                  Effect.catchTag("IdempotencyKeyReused", Effect.die)
                ),
            { discard: true, concurrency: piece }
          )
        }
      })

      const merge = Effect.fn("CustomerMerges.merge")(function* (
        scope: BrandScope,
        causation: Causation,
        target: CustomerId,
        sources: ReadonlyArray<CustomerId>,
        ifMatch?: number,
        receipt?: ReceiptRequest<CustomerDetail>
      ) {
        if (receipt !== undefined) {
          const earlier = yield* receipts.find(scope.tenant, receipt)
          if (Option.isSome(earlier)) return { replayed: true as const, answer: earlier.value }
        }
        // This receipt reserves the key for this call, and records that the rest is still to be done.
        const begun: Once<CustomerDetail> = yield* store.execute({
          scope,
          causation,
          receipt: receiptOfBeginning(receipt),
          reads: { customer: { id: target }, otherCustomerIds: sources, companyIds: [] },
          decide: (state) => mergeCustomers(state, sources, ifMatch)
        })
        yield* gather(scope, causation, target)
        const found = yield* customers.find(scope, target)
        const merged = Option.getOrElse(found, () => (begun.replayed ? undefined : begun.value))
        if (merged === undefined) return yield* new NotFound({ entity: "customer" })
        return receipt === undefined
          ? { replayed: false as const, value: merged }
          : yield* receipts.once(scope.tenant, receipt, Effect.succeed(merged))
      })

      const finish = Effect.gen(function* () {
        const causation: Causation = {
          id: ids.next("request"),
          actor: { type: "system", id: null, name: null, channel: "system" }
        }
        const unfinished = yield* merges.unfinished
        yield* Effect.forEach(unfinished, ({ customerId, scope }) => gather(scope, causation, customerId), {
          discard: true
        })
      })

      return CustomerMerges.of({ merge, finish })
    })
  )
}

/** The receipt of a call's first transaction. */
const receiptOfBeginning = (call: ReceiptRequest<never> | undefined): ReceiptRequest<unknown> | undefined =>
  call === undefined
    ? undefined
    : {
        key: Buffer.concat([call.key, Buffer.from("begun")]),
        fingerprint: call.fingerprint,
        answer: () => ({ status: 200, headers: {}, body: "{}" })
      }
