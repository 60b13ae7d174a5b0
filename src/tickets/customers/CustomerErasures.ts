import { Context, type DateTime, Effect, Layer, Option } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { IdempotencyKeyReused, NotFound, VersionConflict } from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { TicketStore } from "../TicketStore.ts"
import { type CustomerContents, CustomerErasureStore } from "./CustomerErasureStore.ts"
import { eraseCustomer } from "./eraseCustomer.ts"

/** What an erasure removes, and when it started; without a date, what it would remove. */
export interface CustomerErasure extends CustomerContents {
  readonly customerId: CustomerId
  readonly erasedAt?: DateTime.Utc | undefined
}

/** Erases customers, but keeps their tickets. */
export class CustomerErasures extends Context.Service<
  CustomerErasures,
  {
    /** What erasing a customer would remove. */
    preview(scope: BrandScope, id: CustomerId): Effect.Effect<CustomerErasure, NotFound | DatabaseUnavailable>

    /**
     * Erases a customer for good: name, address and everything else that identifies them before this returns, and what
     * they wrote and sent within minutes (`CustomerErasureStore.forget`). Tickets stay, with their numbers, dates, states
     * and what the team wrote.
     */
    erase(
      scope: BrandScope,
      causation: Causation,
      id: CustomerId,
      ifMatch?: number,
      receipt?: ReceiptRequest<CustomerErasure>
    ): Effect.Effect<Once<CustomerErasure>, NotFound | VersionConflict | IdempotencyKeyReused | DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomerErasures") {
  static readonly layer = Layer.effect(
    CustomerErasures,
    Effect.gen(function* () {
      const erasures = yield* CustomerErasureStore
      const receipts = yield* Receipts
      const store = yield* TicketStore
      const contentsOf = (scope: BrandScope, id: CustomerId) =>
        Effect.map(
          erasures.contents(scope, id),
          Option.getOrElse(() => nothing)
        )

      return CustomerErasures.of({
        preview: Effect.fn("CustomerErasures.preview")(function* (scope, customerId) {
          return { customerId, ...(yield* orNotFound("customer")(erasures.contents(scope, customerId))) }
        }),

        erase: Effect.fn("CustomerErasures.erase")(function* (scope, causation, customerId, ifMatch, receipt) {
          if (receipt !== undefined) {
            const earlier = yield* receipts.find(scope.tenant, receipt)
            if (Option.isSome(earlier)) return { replayed: true as const, answer: earlier.value }
          }
          const contents = yield* contentsOf(scope, customerId)
          const told = ({ erasedAt }: Customer): CustomerErasure => ({ customerId, ...contents, erasedAt })
          const once = yield* store.execute({
            scope,
            causation,
            receipt: receipt && { ...receipt, answer: (customer: Customer) => receipt.answer(told(customer)) },
            reads: { customer: { id: customerId }, companyIds: [] },
            decide: (state) => eraseCustomer(state, customerId, ifMatch)
          })
          return once.replayed ? once : { replayed: false as const, value: told(once.value) }
        })
      })
    })
  )
}

/** Used for a customer who does not exist, or no longer does. */
const nothing: CustomerContents = { ticketCount: 0, commentCount: 0, attachmentCount: 0 }
