import { Effect } from "effect"
import { Api } from "../api/Api.ts"
import { auditedEntities, auditedEvents, performers } from "../domain/AuditEntry.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { AuditLog, type AuditPage, type AuditQuery } from "../events/AuditLog.ts"
import { type CursorScope, Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { afterEntry, cursorScope, pageView, positionIn } from "./pages.ts"
import { type Query, QueryReader } from "./QueryReader.ts"
import { ok } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { auditView } from "./views/auditView.ts"

/** Implements the `logs` group. */
export const LogsHandlers = handlersOf(
  Api,
  "logs",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* AuditLog
    const cursors = yield* Cursors

    const asked = Effect.fnUntraced(function* (listed: CursorScope, query: Query) {
      const after = yield* positionIn(cursors, listed, "log")
      const reader = new QueryReader(query)
      return yield* Effect.fromResult(
        reader.result<AuditQuery>({
          entityTypes: reader.among("entityType", auditedEntities),
          entityId: reader.anyId("entityId"),
          events: reader.among("event", auditedEvents, "names of actions, such as ticket.updated"),
          requestId: reader.anyId("requestId"),
          performerTypes: reader.among("performerType", performers),
          from: reader.instant("startDate"),
          until: reader.instant("endDate"),
          limit: reader.limit(25, 100),
          after: after?.id
        })
      )
    })
    const page = (listed: CursorScope, { items, next }: AuditPage) =>
      ok(pageView(cursors, listed, items.map(auditView), afterEntry(next)))

    return handlers.handleAll({
      listTicket: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* brandScope(params.brandId)
        return ok((yield* log.ofTicket(scope, yield* pathId("ticket", params.ticketId))).map(auditView))
      }),

      listBrand: Effect.fnUntraced(function* ({ params, query, request }) {
        const scope = yield* brandScope(params.brandId)
        const listed = yield* cursorScope(request.url, query)
        return page(listed, yield* log.ofBrand(scope, yield* asked(listed, query)))
      }),

      listAccount: Effect.fnUntraced(function* ({ query, request }) {
        const { tenant } = yield* CurrentPrincipal
        const listed = yield* cursorScope(request.url, query)
        return page(listed, yield* log.ofAccount(tenant, yield* asked(listed, query)))
      })
    })
  })
)
