import { Context, Effect, Layer, Result } from "effect"
import type { Causation } from "../../domain/Causation.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId, TicketId } from "../../domain/Ids.ts"
import type { Json } from "../../domain/Json.ts"
import { orNotFound } from "../../domain/orNotFound.ts"
import type { PortalCustomer } from "../../domain/PortalAccess.ts"
import {
  type PortalComment,
  type PortalTicket,
  type PortalTicketDetail,
  portalCommentOf
} from "../../domain/PortalTicket.ts"
import { type IdempotencyKeyReused, NotFound, type VersionConflict } from "../../domain/Problems.ts"
import { publicId } from "../../domain/Ticket.ts"
import type { TicketDetail } from "../../domain/TicketDetail.ts"
import type { Once, ReceiptRequest } from "../../events/Receipt.ts"
import { addComment } from "../addComment.ts"
import { openTicket, readsOfOpening } from "../openTicket.ts"
import { TicketStore } from "../TicketStore.ts"
import { hideForeignTarget } from "./hideForeignTarget.ts"
import {
  type PortalTicketPage,
  type PortalTicketQuery,
  PortalTicketStore,
  type PortalWords
} from "./PortalTicketStore.ts"

export interface PortalTicketCreate {
  readonly title: string
  readonly body?: string | undefined
  readonly customFields?: Json | undefined
  /** Confirmed uploads of this customer. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
}

export interface PortalCommentCreate {
  readonly body: string
  /** Confirmed uploads of this customer. */
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
}

type Written<A, E> = Effect.Effect<Once<A>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>
type RefusalOf<F extends (...args: never) => unknown> =
  ReturnType<F> extends Result.Result<unknown, infer E> ? E : never

/** A customer's access to tickets. Other customers' tickets are indistinguishable from ones that do not exist. */
export interface CustomerTickets {
  /** A page of their tickets, without deleted and merged ones. */
  list(query: PortalTicketQuery): Effect.Effect<PortalTicketPage, DatabaseUnavailable>

  get(id: TicketId): Effect.Effect<PortalTicketDetail, NotFound | DatabaseUnavailable>

  create(
    causation: Causation,
    input: PortalTicketCreate,
    receipt?: ReceiptRequest<PortalTicket>
  ): Written<PortalTicket, RefusalOf<typeof openTicket>>

  /** Adds a public comment by the customer, with the effects of a reply (lifeCycle.test.ts, rule 5). */
  comment(
    causation: Causation,
    id: TicketId,
    input: PortalCommentCreate,
    receipt?: ReceiptRequest<PortalComment>
  ): Written<PortalComment, Exclude<RefusalOf<typeof addComment>, VersionConflict>>
}

/** Tickets in the portal, always limited to one customer. */
export class PortalTickets extends Context.Service<
  PortalTickets,
  {
    of(customer: PortalCustomer): CustomerTickets
  }
>()("trunkline/tickets/PortalTickets") {
  static readonly layer = Layer.effect(
    PortalTickets,
    Effect.gen(function* () {
      const store = yield* TicketStore
      const portal = yield* PortalTicketStore

      return PortalTickets.of({
        of: (customer) => {
          const { brandId, tenant } = customer
          const scope = { tenant, brandId }

          return {
            list: (query) => portal.list(customer, query),

            get: (id) => orNotFound("ticket")(portal.find(customer, id)),

            create: Effect.fnUntraced(function* (causation, input, receipt) {
              const words = yield* orNotFound("brand")(portal.words(customer))
              const opening = {
                ...input,
                customer: { id: customer.id },
                source: "web",
                openedByCustomer: true,
                acknowledge: "full"
              } as const
              return yield* store.execute({
                scope,
                causation,
                receipt,
                weight: 6_144 + 2 * (input.body?.length ?? 0),
                reads: readsOfOpening(opening),
                decide: (state) =>
                  Result.map(openTicket(state, brandId, tenant.mode, opening), (outcome) => ({
                    ...outcome,
                    value: portalTicketOf(outcome.value, words)
                  }))
              })
            }),

            comment: (causation, id, input, receipt) =>
              store
                .execute({
                  scope,
                  causation,
                  receipt,
                  weight: 6_144 + 2 * input.body.length,
                  reads: { ticketId: id, attachmentIds: input.attachmentIds },
                  decide: (state) =>
                    state.ticket?.customerId === customer.id
                      ? Result.map(
                          addComment(state, brandId, {
                            ...input,
                            visibility: "public",
                            authorType: "CUSTOMER",
                            authorId: customer.id,
                            authorName: customer.name,
                            source: "web"
                          }),
                          (outcome) => ({ ...outcome, value: portalCommentOf(outcome.value, namesOf(customer)) })
                        )
                      : Result.fail(new NotFound({ entity: "ticket" }))
                })
                .pipe(
                  Effect.catchTag("TicketMerged", hideForeignTarget(portal, customer)),
                  // No version was requested.
                  Effect.catchTag("VersionConflict", Effect.die)
                )
          }
        }
      })
    })
  )
}

/** A newly opened ticket, on which nobody has commented yet. */
const portalTicketOf = ({ ticket, ticketPrefix }: TicketDetail, words: PortalWords): PortalTicket => ({
  id: ticket.id,
  publicId: publicId(ticketPrefix, ticket.number),
  title: ticket.title,
  statusCategory: ticket.statusCategory,
  statusLabel: words.statusLabels.get(ticket.status) ?? ticket.status,
  priority: ticket.priority,
  commentCount: 0,
  brand: { name: words.brandName, ticketPrefix },
  createdAt: ticket.createdAt,
  updatedAt: ticket.updatedAt
})

/** The names shown on the customer's own comments. */
const namesOf = ({ email, id, name }: PortalCustomer) => ({
  customerId: id,
  customer: name ?? email,
  brand: "",
  members: new Map()
})
