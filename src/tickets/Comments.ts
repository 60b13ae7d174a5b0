import { Context, Effect, Layer } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { Comment } from "../domain/Comment.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { CommentId, TicketId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { BrandScope } from "../domain/Principal.ts"
import { type IdempotencyKeyReused, type InvalidState, NotFound } from "../domain/Problems.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { addComment, type CommentCreate } from "./addComment.ts"
import { type CommentChange, deleteComment, editComment } from "./changeComment.ts"
import type { UploadRefusal } from "./files/claimUploads.ts"
import { type CommentFilter, TicketStore } from "./TicketStore.ts"
import type { TicketRefusal } from "./writableTicket.ts"

type Receipt = ReceiptRequest<Comment> | undefined
type Written<E> = Effect.Effect<Once<Comment>, E | NotFound | IdempotencyKeyReused | DatabaseUnavailable>

/** The comments of tickets: public replies and internal notes. */
export class Comments extends Context.Service<
  Comments,
  {
    /** Adds a comment; its author and visibility decide the ticket's dates and status. `ifMatch`: the ticket's version. */
    add(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      input: CommentCreate,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal | UploadRefusal>

    /** All comments of a ticket, oldest first. */
    list(
      scope: BrandScope,
      ticketId: TicketId,
      filter: Omit<CommentFilter, "id">
    ): Effect.Effect<ReadonlyArray<Comment>, NotFound | DatabaseUnavailable>

    get(scope: BrandScope, ticketId: TicketId, id: CommentId): Effect.Effect<Comment, NotFound | DatabaseUnavailable>

    update(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      id: CommentId,
      change: CommentChange,
      ifMatch?: number,
      receipt?: Receipt
    ): Written<TicketRefusal>

    /**
     * Hides a comment. Replies to it stay, and messages that carry it but have not been sent never will be. With
     * `unsent`, deletes only a comment that nobody has received.
     */
    delete(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      id: CommentId,
      options?: { readonly ifMatch?: number | undefined; readonly unsent?: boolean | undefined },
      receipt?: Receipt
    ): Written<TicketRefusal | InvalidState>
  }
>()("trunkline/tickets/Comments") {
  static readonly layer = Layer.effect(
    Comments,
    Effect.gen(function* () {
      const store = yield* TicketStore

      const list = (scope: BrandScope, ticketId: TicketId, filter: CommentFilter) =>
        orNotFound("ticket")(store.comments(scope, ticketId, filter))

      return Comments.of({
        add: (scope, causation, ticketId, input, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            weight: 2048 + 2 * input.body.length,
            reads: {
              ticketId,
              commentIds: input.parentId === undefined ? [] : [input.parentId],
              attachmentIds: input.attachmentIds,
              addressId: input.connectionId,
              conversation: input.authorType === "AGENT" && input.visibility === "public"
            },
            decide: (state) => addComment(state, scope.brandId, input, ifMatch)
          }),

        list,

        get: Effect.fnUntraced(function* (scope, ticketId, id) {
          const [comment] = yield* list(scope, ticketId, { id })
          return comment ?? (yield* new NotFound({ entity: "comment" }))
        }),

        update: (scope, causation, ticketId, id, change, ifMatch, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            weight: 2048 + 2 * (change.body?.length ?? 0),
            reads: { ticketId, commentIds: [id] },
            decide: (state) => editComment(state, id, change, ifMatch)
          }),

        delete: (scope, causation, ticketId, id, { ifMatch, unsent } = {}, receipt) =>
          store.execute({
            scope,
            causation,
            receipt,
            reads: { ticketId, commentIds: [id], carriers: true, successors: true },
            decide: (state) => deleteComment(state, id, ifMatch, unsent)
          })
      })
    })
  )
}
