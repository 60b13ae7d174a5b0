import { Effect } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { messageData, type OutboundMessage } from "../domain/OutboundMessage.ts"
import { Outbound } from "../tickets/outbound/Outbound.ts"
import { ReplyWays } from "../tickets/outbound/ReplyWays.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { replyWayView } from "./views/replyWayView.ts"

const queued = (message: OutboundMessage) => answerOf(202, messageData(message))

/** Implements the `messages` group. */
export const MessagesHandlers = handlersOf(
  Api,
  "messages",
  Effect.fnUntraced(function* (handlers) {
    const outbound = yield* Outbound
    const ways = yield* ReplyWays

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        return ok((yield* outbound.list(scope, ticketId)).map(messageData))
      }),

      replyWay: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        return ok(replyWayView(yield* ways.of(scope, ticketId)))
      }),

      retry: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const ticketId = yield* pathId("ticket", params.ticketId)
        const id = yield* pathId("message", params.messageId)
        return replyOnce(queued)(
          yield* outbound.retry(scope, command.causation, ticketId, id, receiptOf(command, queued))
        )
      })
    })
  })
)
