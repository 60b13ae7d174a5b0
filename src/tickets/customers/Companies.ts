import { Context, DateTime, Effect, Layer } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { Company } from "../../domain/Company.ts"
import type { CompanyDetail } from "../../domain/CompanyDetail.ts"
import type { CompanyPage, CompanyQuery } from "../../domain/CompanyQuery.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import type { CompanyId } from "../../domain/Ids.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import {
  type AlreadyExists,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  NotFound,
  type VersionConflict
} from "../../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { Receipts } from "../../events/Receipts.ts"
import { TicketStore } from "../TicketStore.ts"
import { CompanyStore } from "./CompanyStore.ts"
import { type CompanyChange, type CompanyCreate, changeCompany, deleteCompany, newCompany } from "./changeCompany.ts"

type Read<A> = Effect.Effect<A, NotFound | DatabaseUnavailable>
type Receipt = ReceiptRequest<Company> | undefined
type Written<E> = Effect.Effect<
  Once<Company>,
  E | NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** The companies of a brand's customers. Companies have no events; their changes are in the audit log. */
export class Companies extends Context.Service<
  Companies,
  {
    get(scope: BrandScope, id: CompanyId): Read<CompanyDetail>

    list(scope: BrandScope, query: CompanyQuery): Read<CompanyPage>

    /** A mail domain belongs to one company of the brand. Existing customers stay as they are. */
    create(scope: BrandScope, causation: Causation, input: CompanyCreate, receipt?: Receipt): Written<AlreadyExists>

    update(
      scope: BrandScope,
      causation: Causation,
      id: CompanyId,
      change: CompanyChange,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<AlreadyExists | VersionConflict>

    /** Its customers then have no company. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: CompanyId,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<VersionConflict>
  }
>()("trunkline/tickets/Companies") {
  static readonly layer = Layer.effect(
    Companies,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* CompanyStore
      const tickets = yield* TicketStore
      const receipts = yield* Receipts

      return Companies.of({
        get: Effect.fn("Companies.get")((scope, id) => orNotFound("company")(store.find(scope, id))),

        list: Effect.fn("Companies.list")(function* (scope, query) {
          const page = yield* store.list(scope, query)
          if (page.items.length === 0 && !(yield* tickets.brandExists(scope)))
            return yield* new NotFound({ entity: "brand" })
          return page
        }),

        create: Effect.fn("Companies.create")(function* (scope, causation, input, receipt) {
          const made = newCompany(ids.next("company"), scope.brandId, input, yield* DateTime.now)
          return yield* receipts.once(scope.tenant, receipt, orNotFound("brand")(store.insert(scope, causation, made)))
        }),

        update: Effect.fn("Companies.update")(function* (scope, causation, id, change, ifMatch, receipt) {
          const now = yield* DateTime.now
          const decide = (company: Company) => changeCompany(company, change, ifMatch, now)
          return yield* receipts.once(
            scope.tenant,
            receipt,
            orNotFound("company")(store.update(scope, causation, id, decide))
          )
        }),

        delete: Effect.fn("Companies.delete")((scope, causation, id, ifMatch, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            orNotFound("company")(store.delete(scope, causation, id, (company) => deleteCompany(company, ifMatch)))
          )
        )
      })
    })
  )
}
