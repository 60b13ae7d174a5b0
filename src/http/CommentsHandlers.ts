import { Effect, type Result } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { CommentCreate, CommentUpdate } from "../api/CommentsApi.ts"
import { permissions } from "../api/permissions.ts"
import type { Comment } from "../domain/Comment.ts"
import { addressOf } from "../domain/emailAddress.ts"
import { type CommentId, soughtId, type TicketId } from "../domain/Ids.ts"
import { type BrandScope, CurrentPrincipal, type Principal } from "../domain/Principal.ts"
import type { InvalidInput } from "../domain/Problems.ts"
import type * as Adding from "../tickets/addComment.ts"
import { Comments } from "../tickets/Comments.ts"
import { type CommentChange, fixed } from "../tickets/changeComment.ts"
import { handlersOf } from "./handlersOf.ts"
import { InputErrors } from "./InputErrors.ts"
import { QueryReader } from "./QueryReader.ts"
import { permit, refuseCaller } from "./refuseCaller.ts"
import { answerOf, etag, ok, receiptOf, reply, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf, linkOf, momentOf } from "./ticketInput.ts"
import { commentView } from "./views/commentView.ts"

const shown = (comment: Comment) => answerOf(200, commentView(comment), etag(comment.version))
const created = (comment: Comment) =>
  answerOf(201, commentView(comment), {
    ...etag(comment.version),
    location: `/v1/brands/${comment.brandId}/tickets/${comment.ticketId}/comments/${comment.id}`
  })

/** Implements the `comments` group. */
export const CommentsHandlers = handlersOf(
  Api,
  "comments",
  Effect.fnUntraced(function* (handlers) {
    const comments = yield* Comments

    /** Callers who may not moderate can change only their own comments. */
    const mayChange = Effect.fnUntraced(function* (scope: BrandScope, ticketId: TicketId, id: CommentId) {
      const caller = yield* CurrentPrincipal
      if (refuseCaller(caller, permissions.moderate) === undefined) return
      const { authorId } = yield* comments.get(scope, ticketId, id)
      if (authorId !== caller.id) yield* permit(permissions.moderate)
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const reader = new QueryReader(query)
        const filter = yield* Effect.fromResult(
          reader.result({
            visibility: reader.one("visibility", ["public", "internal"]),
            includeDeleted: reader.flag("includeDeleted")
          })
        )
        return ok((yield* comments.list(scope, ticketId, filter)).map(commentView))
      }),

      create: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const principal = yield* CurrentPrincipal
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const input = yield* Effect.fromResult(commentOf(payload, principal))
        return replyOnce(created)(
          yield* comments.add(scope, command.causation, ticketId, input, command.ifMatch, receiptOf(command, created))
        )
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        return reply(shown(yield* comments.get(scope, ticketId, yield* pathId("comment", params.commentId))))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const id = yield* pathId("comment", params.commentId)
        yield* mayChange(scope, ticketId, id)
        const change = yield* Effect.fromResult(changeOf(payload))
        const receipt = receiptOf(command, shown)
        return replyOnce(shown)(
          yield* comments.update(scope, command.causation, ticketId, id, change, command.ifMatch, receipt)
        )
      }),

      delete: Effect.fnUntraced(function* ({ params, query }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const id = yield* pathId("comment", params.commentId)
        yield* mayChange(scope, ticketId, id)
        const reader = new QueryReader(query)
        const unsent = yield* Effect.fromResult(reader.result(reader.flag("unsent")))
        const options = { ifMatch: command.ifMatch, unsent }
        const receipt = receiptOf(command, shown)
        return replyOnce(shown)(yield* comments.delete(scope, command.causation, ticketId, id, options, receipt))
      })
    })
  })
)

/** A comment as the ticket service takes it. Any one of three members makes it internal. */
const commentOf = (
  payload: typeof CommentCreate.Type,
  { id, name, signedIn }: Principal
): Result.Result<Adding.CommentCreate, InvalidInput> => {
  const errors = new InputErrors()
  const metadata = payload.metadata ?? undefined
  const authorType = payload.authorType ?? "AGENT"
  const isCustomer = authorType === "CUSTOMER"
  const stated = { authorId: lineOf(payload.authorId), authorName: lineOf(payload.authorName) }
  const isStated = stated.authorId !== undefined || stated.authorName !== undefined
  // The author of a member's comment is the member; of a key's, whoever it names, or else the key. Both can also write as
  // the ticket's customer.
  const author =
    signedIn === undefined && (isStated || isCustomer) ? stated : isCustomer ? {} : { authorId: id, authorName: name }
  return errors.result({
    body: errors.body(payload.body, payload.attachmentIds),
    visibility:
      payload.visibility === "internal" || payload.isInternal === true || metadata?.["isInternal"] === true
        ? "internal"
        : "public",
    authorType,
    ...author,
    parentId: payload.parentId == null ? undefined : soughtId("comment", payload.parentId),
    links: payload.links?.map(linkOf),
    metadata,
    source: signedIn === undefined ? (payload.source ?? "api") : "web",
    sourceId: lineOf(payload.sourceId),
    sourceData: payload.sourceData ?? undefined,
    cc: payload.cc == null ? undefined : [...new Set(payload.cc.map(addressOf))],
    connectionId: payload.connectionId == null ? undefined : soughtId("address", payload.connectionId),
    setStatus: payload.setStatus?.trim(),
    importedAt: payload.imported && momentOf(payload.imported.createdAt),
    sendAfterSeconds: payload.sendAfterSeconds,
    attachmentIds: payload.attachmentIds?.map((id) => soughtId("attachment", id))
  })
}

const changeOf = (payload: typeof CommentUpdate.Type): Result.Result<CommentChange, InvalidInput> => {
  const errors = new InputErrors()
  if (payload.visibility !== undefined) errors.refuse("visibility", "not_allowed", fixed)
  return errors.result({
    body: payload.body,
    links: payload.links === null ? null : payload.links?.map(linkOf),
    metadata: payload.metadata,
    isInternal: payload.isInternal
  })
}
