import { Context, Effect, Layer, Option } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { TicketId } from "../domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../domain/Principal.ts"
import { type IdempotencyKeyReused, type InvalidInput, NotFound } from "../domain/Problems.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import type { TicketPage, TicketQuery } from "../domain/TicketQuery.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { changeTicket, deleteTicket, restoreTicket, type TicketChange, type TicketRefusal } from "./changeTicket.ts"
import { openTicket, readsOfOpening, type TicketCreate } from "./openTicket.ts"
import { TicketStore } from "./TicketStore.ts"

type Receipt = ReceiptRequest<TicketDetail> | undefined
type Written<E> = Effect.Effect<Once<TicketDetail>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>

/** The ticket service: the only way to a ticket, for HTTP handlers and for channels alike. */
export class Tickets extends Context.Service<
  Tickets,
  {
    /** Opens a ticket. Concurrent openings in one brand share a transaction; their numbers ascend without gap. */
    create(scope: BrandScope, causation: Causation, input: TicketCreate, receipt?: Receipt): Written<InvalidInput>

    /** A ticket that is not in the trash; with `deleted` one that is, too. */
    get(
      scope: BrandScope,
      id: TicketId,
      options?: { readonly deleted?: boolean | undefined }
    ): Effect.Effect<TicketDetail, NotFound | DatabaseUnavailable>

    /** A page of one brand's tickets. */
    list(scope: BrandScope, query: TicketQuery): Effect.Effect<TicketPage, NotFound | DatabaseUnavailable>

    /** A page of tickets across brands; brands that the caller cannot see match nothing. */
    listAcross(scope: BrandsScope, query: TicketQuery): Effect.Effect<TicketPage, DatabaseUnavailable>

    /** Changes fields as one command. With `ifMatch`, only that version. */
    update(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      change: TicketChange,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal>

    /** Puts a ticket into the trash. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal>

    /** Takes a ticket out of the trash. */
    restore(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal>
  }
>()("trunkline/tickets/Tickets") {
  static readonly layer = Layer.effect(
    Tickets,
    Effect.gen(function* () {
      const store = yield* TicketStore

      return Tickets.of({
        create: (scope, causation, input, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            weight: weigh(input.body, input.customFields),
            reads: readsOfOpening(input),
            decide: (state) => openTicket(state, scope.brandId, scope.tenant.mode, input)
          }),

        get: Effect.fnUntraced(function* (scope, id, options) {
          const found = yield* store.find(scope, id)
          return Option.isNone(found) || (found.value.ticket.deletedAt !== undefined && options?.deleted !== true)
            ? yield* new NotFound({ entity: "ticket" })
            : found.value
        }),

        list: Effect.fnUntraced(function* (scope, query) {
          const page = yield* store.list(
            { tenant: scope.tenant, brands: new Set([scope.brandId]) },
            { ...query, brandIds: undefined }
          )
          if (page.items.length === 0 && !(yield* store.brandExists(scope)))
            return yield* new NotFound({ entity: "brand" })
          return page
        }),

        listAcross: (scope, query) => store.list(scope, query),

        update: (scope, causation, id, change, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            weight: weigh(change.body, change.customFields),
            reads: {
              ticketId: id,
              customer: change.customer,
              tagNames: change.tags?.names,
              tagIds: change.tags?.ids,
              categoryId: change.categoryId ?? undefined,
              assigneeId: change.assigneeId ?? undefined
            },
            decide: (state) => changeTicket(state, scope.brandId, scope.tenant.mode, change, ifMatch)
          }),

        delete: (scope, causation, id, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId: id },
            decide: (state) => deleteTicket(state, scope.tenant.mode, ifMatch)
          }),

        restore: (scope, causation, id, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId: id },
            decide: (state) => restoreTicket(state, scope.tenant.mode, ifMatch)
          })
      })
    })
  )
}

/** Bytes that the row takes, roughly: the fixed columns, and the texts in it and in its event. */
const weigh = (body: string | null | undefined, customFields: unknown) =>
  2048 + 2 * (body?.length ?? 0) + (customFields === undefined ? 0 : 4096)
