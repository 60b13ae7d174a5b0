import { Context, Effect, Layer, Option } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { AccountId, MemberId, TicketId } from "../domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../domain/Principal.ts"
import { type IdempotencyKeyReused, type InvalidInput, NotFound } from "../domain/Problems.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import type { TicketPage, TicketQuery } from "../domain/TicketQuery.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { type ChangeRefusal, changeTicket, type TicketChange } from "./changeTicket.ts"
import type { UploadRefusal } from "./files/claimUploads.ts"
import { markSpam, type SpamMark } from "./markSpam.ts"
import { type Merged, type MergeRefusal, mergeTickets } from "./mergeTickets.ts"
import { customerRead, openTicket, readsOfOpening, type TicketCreate } from "./openTicket.ts"
import { type TicketCounts, TicketStore } from "./TicketStore.ts"
import { deleteTicket, purgeTicket, restoreTicket } from "./trashTicket.ts"
import { unassignMember } from "./unassignMember.ts"
import type { TicketRefusal } from "./writableTicket.ts"

type Receipt = ReceiptRequest<TicketDetail> | undefined
type Written<E> = Effect.Effect<Once<TicketDetail>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>

/** Tickets that are unassigned before the next ones are looked up. */
const piece = 64

/** The ticket service: the only way to reach tickets, for HTTP handlers and channels alike. */
export class Tickets extends Context.Service<
  Tickets,
  {
    /** Opens a ticket. Concurrent calls for one brand share a transaction; their numbers ascend without gaps. */
    create(
      scope: BrandScope,
      causation: Causation,
      input: TicketCreate,
      receipt?: Receipt
    ): Written<InvalidInput | UploadRefusal>

    /** A ticket that is not in the trash; with `deleted`, one in the trash too. */
    get(
      scope: BrandScope,
      id: TicketId,
      options?: { readonly deleted?: boolean | undefined }
    ): Effect.Effect<TicketDetail, NotFound | DatabaseUnavailable>

    /** A page of one brand's tickets. */
    list(scope: BrandScope, query: TicketQuery): Effect.Effect<TicketPage, NotFound | DatabaseUnavailable>

    /** A page of tickets across brands; brands that the caller cannot see match nothing. */
    listAcross(scope: BrandsScope, query: TicketQuery): Effect.Effect<TicketPage, DatabaseUnavailable>

    /** Changes fields as one command. With `ifMatch`, only if that is the ticket's version. */
    update(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      change: TicketChange,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<ChangeRefusal>

    /** Moves a ticket to the trash. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal>

    /** Removes a ticket for good, with its comments and files; its earlier events keep only ids. */
    purge(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal>

    /** Marks a ticket as spam or not spam, and, if asked to, blocks or unblocks its customer. */
    markSpam(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      mark: SpamMark,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal>

    /** Merges tickets of the brand into `id`, as one command. All of their contents move, however much there is. */
    merge(
      scope: BrandScope,
      causation: Causation,
      id: TicketId,
      sourceIds: ReadonlyArray<TicketId>,
      ifMatch?: number,
      receipt?: ReceiptRequest<Merged>
    ): Effect.Effect<Once<Merged>, MergeRefusal | IdempotencyKeyReused | DatabaseUnavailable>

    /** How many tickets each visible brand has. */
    counts(scope: BrandsScope): Effect.Effect<ReadonlyArray<TicketCounts>, DatabaseUnavailable>
    /** The number of open and pending tickets that a member has taken, up to `mostTaken`. */
    taken(scope: BrandsScope, memberId: MemberId): Effect.Effect<number, DatabaseUnavailable>

    /**
     * Unassigns tickets that a member can no longer see, in both modes of the account: all tickets of a member who is
     * gone, otherwise those of brands to which they lost access. Returns how many. If the process dies, the sweeper does
     * the rest (`TicketSweeper`).
     */
    unassignMember(accountId: AccountId, memberId: MemberId): Effect.Effect<number, DatabaseUnavailable>

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
      const ids = yield* IdGenerator

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
              customer: change.customer && customerRead(change.customer),
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

        purge: (scope, causation, id, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId: id },
            decide: (state) => purgeTicket(state, scope.tenant.mode, ifMatch)
          }),

        markSpam: (scope, causation, id, mark, ifMatch, receipt) =>
          store
            .execute({
              scope,
              causation,
              receipt,
              reads: { ticketId: id, changesCustomer: mark.blockSender },
              decide: (state) => markSpam(state, scope.tenant.mode, mark, ifMatch)
            })
            // Marking spam creates no tags.
            .pipe(Effect.catchTag("LimitReached", Effect.die)),

        merge: (scope, causation, id, sourceIds, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId: id, otherTicketIds: sourceIds },
            decide: (state) => mergeTickets(state, scope.tenant.mode, sourceIds, ifMatch)
          }),

        counts: store.counts,
        taken: store.taken,

        unassignMember: Effect.fn("Tickets.unassignMember")(function* (accountId, memberId) {
          const causation: Causation = {
            id: ids.next("request"),
            actor: { type: "system", id: null, name: null, channel: "system" }
          }
          let unassigned = 0
          while (true) {
            const assigned = yield* store.assignedOutOfReach(accountId, memberId, piece)
            yield* Effect.forEach(
              assigned,
              ({ id, scope }) =>
                store
                  .execute({
                    scope,
                    causation,
                    reads: { ticketId: id },
                    decide: (state) => unassignMember(state, scope.tenant.mode, memberId)
                  })
                  .pipe(
                    // The ticket was purged, or its brand deleted, in the meantime.
                    Effect.catchTag("NotFound", () => Effect.void),
                    // No receipt was requested.
                    Effect.catchTag("IdempotencyKeyReused", Effect.die)
                  ),
              { concurrency: "unbounded", discard: true }
            )
            unassigned += assigned.length
            if (assigned.length < piece) return unassigned
          }
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

/** Approximate size of the row in bytes: the fixed columns, and the texts in it and in its event. */
const weigh = (body: string | null | undefined, customFields: unknown) =>
  2048 + 2 * (body?.length ?? 0) + (customFields === undefined ? 0 : 4096)
