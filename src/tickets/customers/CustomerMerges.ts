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

/** Tickets that are given to another customer before the next are looked for, as many as ride in one commit. */
const piece = 64
/** The same of those that are given by one statement, while nobody else opens tickets in the brand. */
const restPiece = 500

/** Customers who turn out to be one person. */
export class CustomerMerges extends Context.Service<
  CustomerMerges,
  {
    /**
     * Makes customers of a brand one with `target`: what only they had is that one's, their conversations too, and they are
     * hidden, all of it in one transaction or nothing. Then their tickets follow, each in a transaction of its own. What was
     * interrupted goes on when it is asked for again, and by itself (`finish`); those who were merged into it before are
     * skipped. The answer is the target as it is after that or, where it was hidden meanwhile, as the merge left it.
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

    /** Has the tickets follow of merges that were interrupted. */
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
       * Gives the tickets of all who became one customer to that one, who may have become another meanwhile. Nobody opens
       * tickets for whoever is hidden, so none is left then; those in the trash and those merged away follow without a word,
       * and after them those that somebody has brought back meanwhile.
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
          // Each once, so that it ends with the tickets: one that stays is not looked at again.
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
                  // It was purged, or its brand deleted, meanwhile.
                  Effect.catchTag("NotFound", () => Effect.void),
                  // No receipt was asked for.
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
        // Its receipt keeps the key for this call, and says that the rest is to be done.
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
