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

/** What one customer can do with tickets. There is no word for a ticket of anybody else: it is as unknown as any other. */
export interface CustomerTickets {
  /** A page of their tickets; those that were deleted or merged away are left out. */
  list(query: PortalTicketQuery): Effect.Effect<PortalTicketPage, DatabaseUnavailable>

  get(id: TicketId): Effect.Effect<PortalTicketDetail, NotFound | DatabaseUnavailable>

  create(
    causation: Causation,
    input: PortalTicketCreate,
    receipt?: ReceiptRequest<PortalTicket>
  ): Written<PortalTicket, RefusalOf<typeof openTicket>>

  /** Adds a public comment of theirs, as a reply does (docs/api.md, rule 5). */
  comment(
    causation: Causation,
    id: TicketId,
    input: PortalCommentCreate,
    receipt?: ReceiptRequest<PortalComment>
  ): Written<PortalComment, Exclude<RefusalOf<typeof addComment>, VersionConflict>>
}

/** Tickets as portals know them: always those of one customer. */
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
                  // No version was asked for.
                  Effect.catchTag("VersionConflict", Effect.die)
                )
          }
        }
      })
    })
  )
}

/** A ticket just opened, which nobody has commented on yet. */
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

/** What the customer's own comments are signed with. */
const namesOf = ({ email, id, name }: PortalCustomer) => ({
  customerId: id,
  customer: name ?? email,
  brand: "",
  members: new Map()
})
