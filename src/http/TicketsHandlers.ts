import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { InvalidInput } from "../domain/Problems.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import type { TicketPage } from "../domain/TicketQuery.ts"
import type { Answer } from "../events/Receipt.ts"
import { Tickets } from "../tickets/Tickets.ts"
import { type CursorScope, Cursors } from "./Cursors.ts"
import { cursorScope, pageText, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { etag, receiptOf, reply, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { ticketChangeOf, ticketCreateOf } from "./ticketInput.ts"
import { ticketQueryOf } from "./ticketQuery.ts"
import { ticketText } from "./views/ticketView.ts"

const shown = (detail: TicketDetail): Answer => ({
  status: 200,
  headers: etag(detail.ticket.version),
  body: ticketText(detail)
})
const created = (detail: TicketDetail): Answer => ({
  status: 201,
  headers: {
    ...etag(detail.ticket.version),
    location: `/v1/brands/${detail.ticket.brandId}/tickets/${detail.ticket.id}`
  },
  body: ticketText(detail)
})

/** Answers the `tickets` group. */
export const TicketsHandlers = HttpApiBuilder.group(
  Api,
  "tickets",
  Effect.fnUntraced(function* (handlers) {
    const tickets = yield* Tickets
    const cursors = yield* Cursors
    const page = (scope: CursorScope, { items, next }: TicketPage, withBrand: boolean) =>
      reply({
        status: 200,
        headers: {},
        body: pageText(
          cursors,
          scope,
          items.map((detail) => ticketText(detail, { withBrand })),
          next
        )
      })

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = yield* Effect.fromResult(ticketCreateOf(payload, yield* CurrentPrincipal))
        return replyOnce(created)(yield* tickets.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      createAcross: Effect.fnUntraced(function* ({ payload: { brandId, ...payload } }) {
        const command = yield* CurrentCommand
        const unknown = InvalidInput.of("brandId", "unknown_id", "is not a brand that this credential can see")
        const scope = yield* Effect.mapError(brandScope(brandId), () => unknown)
        const input = yield* Effect.fromResult(ticketCreateOf(payload, yield* CurrentPrincipal))
        return replyOnce(created)(
          yield* tickets
            .create(scope, command.causation, input, receiptOf(command, created))
            .pipe(Effect.catchTag("NotFound", () => Effect.fail(unknown)))
        )
      }),

      list: Effect.fnUntraced(function* ({ params, query, request }) {
        const scope = yield* brandScope(params.brandId)
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "ticket")
        const wanted = yield* Effect.fromResult(ticketQueryOf(query, { after, across: false }))
        return page(listed, yield* tickets.list(scope, wanted), false)
      }),

      listAcross: Effect.fnUntraced(function* ({ query, request }) {
        const { brands, tenant } = yield* CurrentPrincipal
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "ticket")
        const wanted = yield* Effect.fromResult(ticketQueryOf(query, { after, across: true }))
        return page(listed, yield* tickets.listAcross({ tenant, brands }, wanted), true)
      }),

      get: Effect.fnUntraced(function* ({ params, query }) {
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("ticket", params.ticketId)
        const reader = new QueryReader(query)
        const deleted = yield* Effect.fromResult(reader.result(reader.one("deleted", ["exclude", "include"])))
        return reply(shown(yield* tickets.get(scope, id, { deleted: deleted === "include" })))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("ticket", params.ticketId)
        const change = yield* Effect.fromResult(ticketChangeOf(payload))
        return replyOnce(shown)(
          yield* tickets.update(scope, command.causation, id, change, command.ifMatch, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params, query }) {
        const reader = new QueryReader(query)
        // Whoever must erase something has to hear that it was not erased.
        if (reader.flag("permanent") === true)
          reader.refuse("permanent", "not_allowed", "must not be true: deleting for good is not offered yet")
        yield* Effect.fromResult(reader.result(undefined))
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("ticket", params.ticketId)
        return replyOnce(shown)(
          yield* tickets.delete(scope, command.causation, id, command.ifMatch, receiptOf(command, shown))
        )
      }),

      restore: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("ticket", params.ticketId)
        return replyOnce(shown)(
          yield* tickets.restore(scope, command.causation, id, command.ifMatch, receiptOf(command, shown))
        )
      })
    })
  })
)
