import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { channelKinds, type InboundDetail, type InboundQuery, inboundStatuses } from "../domain/InboundEntry.ts"
import { InboundMessages } from "../tickets/intake/InboundMessages.ts"
import { Cursors } from "./Cursors.ts"
import { contentDisposition } from "./files/contentDisposition.ts"
import { handlersOf } from "./handlersOf.ts"
import { MailViews } from "./mail/MailViews.ts"
import { nodeRequest } from "./nodeRequest.ts"
import { afterEntry, cursorScope, pageView, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { answerOf, ok, receiptOf, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { explanationView, inboundDetailView, inboundView } from "./views/inboundView.ts"
import { mailView } from "./views/mailView.ts"

const shown = (message: InboundDetail) => answerOf(200, inboundDetailView(message))

/** Implements the `inbound` group. */
export const InboundHandlers = handlersOf(
  Api,
  "inbound",
  Effect.fnUntraced(function* (handlers) {
    const inbound = yield* InboundMessages
    const cursors = yield* Cursors
    const views = yield* MailViews

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query, request }) {
        const scope = yield* brandScope(params.brandId)
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "inbound")
        const reader = new QueryReader(query)
        const wanted = yield* Effect.fromResult(
          reader.result<InboundQuery>({
            statuses: reader.among("status", inboundStatuses),
            channels: reader.among("channel", channelKinds),
            from: reader.address("from"),
            ticketId: reader.oneId("ticketId", "ticket"),
            receivedAfter: reader.instant("receivedAfter"),
            receivedBefore: reader.instant("receivedBefore"),
            limit: reader.limit(25, 100),
            after: after?.id
          })
        )
        const { items, next } = yield* inbound.list(scope, wanted)
        return ok(pageView(cursors, listed, items.map(inboundView), afterEntry(next)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        const message = yield* inbound.get(scope, yield* pathId("inbound", params.inboundId))
        const { html, id } = message
        const htmlView =
          html === undefined ? undefined : mailView(yield* views.view({ use: "inbound", ...scope, id }, html))
        return ok({ ...inboundDetailView(message), htmlView })
      }),

      explain: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        const { effects, message } = yield* inbound.explain(scope, yield* pathId("inbound", params.inboundId))
        return ok(explanationView(message, effects))
      }),

      raw: Effect.fnUntraced(function* ({ params, request }) {
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("inbound", params.inboundId)
        const { bytes, isMail, size } = yield* inbound.raw(scope, id)
        const contentType = isMail ? "message/rfc822" : "application/json"
        const headers = { "content-disposition": contentDisposition(`${id}.${isMail ? "eml" : "json"}`, "attachment") }
        const sent = nodeRequest(request).method === "HEAD" ? Stream.empty : bytes
        return HttpServerResponse.stream(sent, { contentType, contentLength: size, headers })
      }),

      reprocess: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("inbound", params.inboundId)
        return replyOnce(shown)(
          yield* inbound.reprocess(scope, command.causation, id, payload.force === true, receiptOf(command, shown))
        )
      })
    })
  })
)
