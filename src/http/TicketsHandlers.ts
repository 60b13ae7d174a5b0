import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { permissions } from "../api/permissions.ts"
import { parseId } from "../domain/Ids.ts"
import { type BrandsScope, CurrentPrincipal } from "../domain/Principal.ts"
import { InvalidInput } from "../domain/Problems.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import type { TicketPage, TicketQuery } from "../domain/TicketQuery.ts"
import type { Answer } from "../events/Receipt.ts"
import { BulkChanges, type BulkResult } from "../tickets/BulkChanges.ts"
import type { Merged } from "../tickets/mergeTickets.ts"
import { Statuses } from "../tickets/settings/Statuses.ts"
import { Tickets } from "../tickets/Tickets.ts"
import { bulkActionOf } from "./bulkInput.ts"
import { type CursorScope, Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { InputErrors } from "./InputErrors.ts"
import { nodeResponse } from "./nodeResponse.ts"
import { cursorScope, pageBytes, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { permit } from "./refuseCaller.ts"
import { answerOf, etag, ok, receiptOf, reply, replyBytes, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { ticketChangeOf, ticketCreateOf } from "./ticketInput.ts"
import { ticketQueryOf } from "./ticketQuery.ts"
import { bulkView } from "./views/bulkView.ts"
import { ticketStatsView } from "./views/ticketStatsView.ts"
import { ticketBytes, ticketBytesWithBrand, ticketText, ticketView } from "./views/ticketView.ts"

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

const merged = ({ mergedTicketIds, target }: Merged): Answer =>
  answerOf(
    200,
    { ...ticketView(target), targetTicketId: target.ticket.id, mergedTicketIds, mergedCount: mergedTicketIds.length },
    etag(target.ticket.version)
  )

/** Implements the `tickets` group. */
export const TicketsHandlers = handlersOf(
  Api,
  "tickets",
  Effect.fnUntraced(function* (handlers) {
    const tickets = yield* Tickets
    const bulk = yield* BulkChanges
    const cursors = yield* Cursors
    const statuses = yield* Statuses
    /** The statuses in a filter that no brand ever had. A status found on the page exists, so that most lists need no query. */
    const unknownStatuses = (
      scope: BrandsScope,
      { after, statuses: keys = [] }: TicketQuery,
      { items }: TicketPage
    ) => {
      const doubtful = keys.filter((key) => !items.some(({ ticket }) => ticket.status === key))
      // A caller with a cursor has already had the first page.
      return after === undefined ? statuses.unknownKeys(scope, doubtful) : Effect.succeed([])
    }
    const refuseStatus = (given: string, known: string) =>
      InvalidInput.of("status", "enum", `must be one or more of ${known}, or active`, given)
    const page = (
      request: HttpServerRequest.HttpServerRequest,
      scope: CursorScope,
      { items, next }: TicketPage,
      form: (detail: TicketDetail) => Uint8Array
    ) => replyBytes(pageBytes(cursors, scope, items.map(form), next, nodeResponse(request)))

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = yield* Effect.fromResult(ticketCreateOf(payload, yield* CurrentPrincipal, scope.brandId))
        return replyOnce(created)(yield* tickets.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      createAcross: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const unknown = InvalidInput.of("brandId", "unknown_id", "is not a brand that this credential can see")
        const scope = yield* Effect.mapError(brandScope(payload.brandId), () => unknown)
        const input = yield* Effect.fromResult(ticketCreateOf(payload, yield* CurrentPrincipal, scope.brandId))
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
        const me = (yield* CurrentPrincipal).signedIn?.member.id
        const wanted = yield* Effect.fromResult(ticketQueryOf(query, { after, across: false, me }))
        const found = yield* tickets.list(scope, wanted)
        const { brandId, tenant } = scope
        const [unknown] = yield* unknownStatuses({ tenant, brands: new Set([brandId]) }, wanted, found)
        if (unknown !== undefined) {
          const known = yield* statuses.list(scope, { includeInactive: true })
          yield* refuseStatus(unknown, known.map(({ key }) => key).join(", "))
        }
        return page(request, listed, found, ticketBytes)
      }),

      listAcross: Effect.fnUntraced(function* ({ query, request }) {
        const { brands, signedIn, tenant } = yield* CurrentPrincipal
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "ticket")
        const me = signedIn?.member.id
        const wanted = yield* Effect.fromResult(ticketQueryOf(query, { after, across: true, me }))
        const found = yield* tickets.listAcross({ tenant, brands }, wanted)
        const [unknown] = yield* unknownStatuses({ tenant, brands }, wanted, found)
        if (unknown !== undefined) yield* refuseStatus(unknown, "the status keys of your brands")
        return page(request, listed, found, ticketBytesWithBrand)
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
        const change = yield* Effect.fromResult(ticketChangeOf(payload, scope.brandId))
        return replyOnce(shown)(
          yield* tickets.update(scope, command.causation, id, change, command.ifMatch, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params, query }) {
        const reader = new QueryReader(query)
        const permanent = yield* Effect.fromResult(reader.result(reader.flag("permanent")))
        if (permanent === true) yield* permit(permissions.purge)
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("ticket", params.ticketId)
        const remove = permanent === true ? tickets.purge : tickets.delete
        return replyOnce(shown)(yield* remove(scope, command.causation, id, command.ifMatch, receiptOf(command, shown)))
      }),

      spam: Effect.fnUntraced(function* ({ params, payload: { blockSender = true, isSpam } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("ticket", params.ticketId)
        const mark = { isSpam, blockSender }
        return replyOnce(shown)(
          yield* tickets.markSpam(scope, command.causation, id, mark, command.ifMatch, receiptOf(command, shown))
        )
      }),

      merge: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const errors = new InputErrors()
        const sources = errors.ids("sourceTicketIds", "ticket", payload.sourceTicketIds)
        const scope = yield* brandScope(params.brandId)
        const id = yield* pathId("ticket", params.ticketId)
        yield* Effect.fromResult(errors.result(undefined))
        return replyOnce(merged)(
          yield* tickets.merge(scope, command.causation, id, sources, command.ifMatch, receiptOf(command, merged))
        )
      }),

      bulk: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const action = yield* Effect.fromResult(bulkActionOf(payload))
        const ids = payload.ticketIds.flatMap((id) => Option.toArray(parseId("ticket", id)))
        const done = (results: ReadonlyArray<BulkResult>) => answerOf(200, bulkView(payload.ticketIds, results))
        return replyOnce(done)(yield* bulk.change(scope, command.causation, action, ids, receiptOf(command, done)))
      }),

      stats: Effect.fnUntraced(function* ({ query }) {
        const { brands, signedIn, tenant } = yield* CurrentPrincipal
        const reader = new QueryReader(query)
        const asked = yield* Effect.fromResult(reader.result(reader.idList("brandIds", "brand")))
        const wanted =
          asked === undefined ? brands : new Set(brands === "all" ? asked : asked.filter((id) => brands.has(id)))
        const scope = { tenant, brands: wanted }
        const mine = signedIn === undefined ? Effect.undefined : tickets.taken(scope, signedIn.member.id)
        return ok(ticketStatsView(...(yield* Effect.all([tickets.counts(scope), mine], { concurrency: 2 }))))
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
