import { Context, Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import type { CustomerPage, CustomerQuery } from "../../domain/CustomerQuery.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type AlreadyExists,
  type IdempotencyKeyReused,
  type InvalidInput,
  NotFound,
  type VersionConflict
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { TicketStore } from "../TicketStore.ts"
import { CustomerStore } from "./CustomerStore.ts"
import { type CustomerChange, changeCustomer, deleteCustomer } from "./changeCustomer.ts"
import { type CustomerCreate, createCustomer } from "./createCustomer.ts"
import { phonePlaceholder } from "./placeholderEmail.ts"

/** Maximum number of search results: what fits below a field while somebody types. */
const searchLimit = 20

type Receipt = ReceiptRequest<CustomerDetail> | undefined
type Written<E> = Effect.Effect<Once<CustomerDetail>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>

/** The people who write to a brand. */
export class Customers extends Context.Service<
  Customers,
  {
    /** Adds a customer. Without a company, they get the one that has the mail domain of their address. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: CustomerCreate,
      receipt?: Receipt
    ): Written<InvalidInput | AlreadyExists>

    get(scope: BrandScope, id: CustomerId): Effect.Effect<CustomerDetail, NotFound | DatabaseUnavailable>

    list(scope: BrandScope, query: CustomerQuery): Effect.Effect<CustomerPage, NotFound | DatabaseUnavailable>

    /** The best 20 customers whose name, email address, phone number or company name contains the text. */
    search(
      scope: BrandScope,
      text: string
    ): Effect.Effect<ReadonlyArray<CustomerDetail>, NotFound | DatabaseUnavailable>

    /** Changes fields as one command. A new name or address appears on the customer's tickets at once. */
    update(
      scope: BrandScope,
      causation: Causation,
      id: CustomerId,
      change: CustomerChange,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<InvalidInput | AlreadyExists | VersionConflict>

    /** Hides a customer. Tickets keep the id and the address; anyone who writes from that address becomes a new customer. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: CustomerId,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<VersionConflict>
  }
>()("trunkline/tickets/Customers") {
  static readonly layer = Layer.effect(
    Customers,
    Effect.gen(function* () {
      const customers = yield* CustomerStore
      const store = yield* TicketStore

      /** Nothing was found: fails if that is because there is no such brand. */
      const unlessBrand = Effect.fnUntraced(function* (scope: BrandScope) {
        if (!(yield* store.brandExists(scope))) return yield* new NotFound({ entity: "brand" })
      })

      return Customers.of({
        create: (scope, causation, input, receipt) => {
          const { companyId, externalId, phone } = input
          const email = keyOf(input)
          return store.execute({
            scope,
            causation,
            receipt,
            reads: {
              customer: email === undefined ? undefined : { email },
              customerKeys: { email, externalId, phone },
              companyIds: typeof companyId === "string" ? [companyId] : []
            },
            decide: (state) => createCustomer(state, scope.brandId, input)
          })
        },

        get: Effect.fn("Customers.get")((scope, id) => orNotFound("customer")(customers.find(scope, id))),

        list: Effect.fn("Customers.list")(function* (scope, query) {
          const page = yield* customers.list(scope, query)
          if (page.items.length === 0) yield* unlessBrand(scope)
          return page
        }),

        search: Effect.fn("Customers.search")(function* (scope, text) {
          const found = yield* customers.search(scope, text, searchLimit)
          if (found.length === 0) yield* unlessBrand(scope)
          return found
        }),

        update: (scope, causation, id, change, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            reads: {
              customer: { id },
              customerKeys: {
                email: keyOf(change),
                externalId: change.externalId ?? undefined,
                phone: change.phone ?? undefined
              },
              companyIds: typeof change.companyId === "string" ? [change.companyId] : []
            },
            decide: (state) => changeCustomer(state, change, ifMatch)
          }),

        delete: (scope, causation, id, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            reads: { customer: { id }, companyIds: [] },
            decide: (state) => deleteCustomer(state, ifMatch)
          })
      })
    })
  )
}

/** The address that identifies the customer: the given one, or the placeholder for their number. */
const keyOf = ({ email, phone }: Pick<CustomerChange, "email" | "phone">): string | undefined =>
  email ?? (phone == null ? undefined : phonePlaceholder(phone))
