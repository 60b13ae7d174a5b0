import { Context, Effect, Layer, Option, Result } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { Customer } from "../domain/Customer.ts"
import type { CustomerDetail } from "../domain/CustomerDetail.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { CustomerId, TicketId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import {
  type FieldError,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  type LimitReached,
  NotFound,
  type VersionConflict
} from "../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { adoptCustomer } from "./adoptCustomer.ts"
import { CustomerMergeStore } from "./CustomerMergeStore.ts"
import { CustomerStore } from "./CustomerStore.ts"
import { absorbCustomer, staleVersion } from "./changeCustomer.ts"
import { changeTicket } from "./changeTicket.ts"
import type { Outcome } from "./TicketCommand.ts"
import { TicketStore } from "./TicketStore.ts"

/** Tickets that are given to another customer before the next are looked for, as many as ride in one commit. */
const piece = 64

/** Customers who turn out to be one person. */
export class CustomerMerges extends Context.Service<
  CustomerMerges,
  {
    /**
     * Makes customers of a brand one with `target`, in the order given: their tickets, identities and conversations are
     * that one's, and so is what only they had; then they are hidden. Many transactions: each ticket has its own. What was
     * interrupted goes on when it is asked for again; those who were merged into it before are skipped.
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
      | NotFound
      | InvalidInput
      | VersionConflict
      | LimitReached
      | IdempotencyKeyReused
      | IdempotencyInProgress
      | DatabaseUnavailable
    >

    /** The same for one customer; without one who has the id there is nothing to do. */
    join(
      scope: BrandScope,
      causation: Causation,
      from: CustomerId,
      to: CustomerId
    ): Effect.Effect<void, NotFound | InvalidInput | VersionConflict | LimitReached | DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomerMerges") {
  static readonly layer = Layer.effect(
    CustomerMerges,
    Effect.gen(function* () {
      const merges = yield* CustomerMergeStore
      const customers = yield* CustomerStore
      const receipts = yield* Receipts
      const store = yield* TicketStore

      /** Gives all tickets of a customer to another; those in the trash and those merged away follow without a word. */
      const giveTickets = Effect.fnUntraced(function* (
        scope: BrandScope,
        causation: Causation,
        from: CustomerId,
        to: CustomerId
      ) {
        let last: TicketId | undefined
        while (true) {
          const own: ReadonlyArray<TicketId> = yield* merges.ticketsOf(scope, from, piece, last)
          if (own.length === 0) break
          // Each once, so that it ends with the tickets: one that stays is not looked at again.
          last = own.at(-1)
          yield* Effect.forEach(
            own,
            (ticketId) =>
              store
                .execute({
                  scope,
                  causation,
                  reads: { ticketId, customer: { id: to } },
                  decide: (state) =>
                    changeTicket(state, scope.brandId, scope.tenant.mode, { customer: { id: to } }, undefined)
                })
                // It was deleted or merged away meanwhile: it follows with the others of its kind.
                .pipe(Effect.catchTag(["NotFound", "TicketMerged"], () => Effect.void)),
            { discard: true, concurrency: piece }
          )
        }
        yield* merges.giveRest(scope, from, to)
      })

      const join = Effect.fn("CustomerMerges.join")(
        function* (scope: BrandScope, causation: Causation, from: CustomerId, to: CustomerId) {
          const [former] = yield* merges.customers(scope, [from])
          if (former === undefined) return
          yield* giveTickets(scope, causation, from, to)
          // Hidden first: an address, number or id of theirs that becomes the other's has to be free.
          yield* store
            .execute({
              scope,
              causation,
              reads: { customer: { id: from }, companyIds: [] },
              decide: (state) => absorbCustomer(state, to)
            })
            .pipe(Effect.catchTag("NotFound", () => Effect.void))
          const { companyId, email, externalId, phone } = former
          yield* store.execute({
            scope,
            causation,
            reads: {
              customer: { id: to },
              customerKeys: { email, externalId, phone },
              companyIds: companyId === undefined ? [] : [companyId]
            },
            decide: (state) => adoptCustomer(state, former)
          })
        },
        // No receipt was asked for.
        Effect.catchTag("IdempotencyKeyReused", Effect.die)
      )

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
        // Its receipt keeps the key for this call from the first moment on.
        yield* store.execute({
          scope,
          causation,
          receipt: begun(receipt),
          reads: { customer: { id: target }, companyIds: [] },
          decide: ({ customer }): Result.Result<Outcome<undefined>, NotFound | VersionConflict> => {
            if (customer === undefined) return Result.fail(new NotFound({ entity: "customer" }))
            const stale = staleVersion(customer, ifMatch)
            return stale === undefined
              ? Result.succeed({ value: undefined, events: [], audit: [] })
              : Result.fail(stale)
          }
        })
        const known = yield* merges.customers(scope, sources)
        yield* Effect.fromResult(checkSources(target, sources, known))
        for (const source of new Set(sources)) yield* join(scope, causation, source, target)
        const merged = yield* customers.find(scope, target)
        if (Option.isNone(merged)) return yield* new NotFound({ entity: "customer" })
        return receipt === undefined
          ? { replayed: false as const, value: merged.value }
          : yield* receipts.once(scope.tenant, receipt, Effect.succeed(merged.value))
      })

      return CustomerMerges.of({ join, merge })
    })
  )
}

/** Whether these customers can become another: they are the brand's, and nobody else's by now. */
export const checkSources = (
  target: CustomerId,
  sources: ReadonlyArray<CustomerId>,
  known: ReadonlyArray<Customer>
): Result.Result<void, InvalidInput> => {
  const [first, ...more] = sources.flatMap((id, index): ReadonlyArray<FieldError> => {
    const field = `sourceCustomerIds[${index}]`
    if (id === target) return [{ field, code: "not_allowed", message: "must not be the customer that is merged into" }]
    const source = known.find((customer) => customer.id === id)
    return source !== undefined && (source.deletedAt === undefined || source.mergedIntoId === target)
      ? []
      : [{ field, code: "unknown_id", message: "is no customer of this brand" }]
  })
  return first === undefined ? Result.succeed(undefined) : Result.fail(new InvalidInput({ errors: [first, ...more] }))
}

/** The receipt of a call's first transaction. */
const begun = (call: ReceiptRequest<never> | undefined): ReceiptRequest<unknown> | undefined =>
  call === undefined
    ? undefined
    : {
        key: Buffer.concat([call.key, Buffer.from("begun")]),
        fingerprint: call.fingerprint,
        answer: () => ({ status: 200, headers: {}, body: "{}" })
      }
