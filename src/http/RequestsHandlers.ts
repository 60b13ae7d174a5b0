import { Effect } from "effect"
import { type ApiRequestQuery, ApiRequestStore } from "../accounts/ApiRequestStore.ts"
import { Api } from "../api/Api.ts"
import { requestMethods } from "../domain/ApiRequest.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { afterEntry, cursorScope, pageView, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { ok } from "./replies.ts"
import { pathId } from "./scopes.ts"
import { requestView } from "./views/requestView.ts"

/** Implements the `requests` group. */
export const RequestsHandlers = handlersOf(
  Api,
  "requests",
  Effect.fnUntraced(function* (handlers) {
    const requests = yield* ApiRequestStore
    const cursors = yield* Cursors

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query, request }) {
        const { tenant } = yield* CurrentPrincipal
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "request")
        const reader = new QueryReader(query)
        const wanted = yield* Effect.fromResult(
          reader.result<ApiRequestQuery>({
            id: reader.oneId("requestId", "request"),
            keyId: reader.oneId("keyId", "key"),
            brandId: reader.oneId("brandId", "brand"),
            operations: operationsIn(reader),
            methods: reader.among("method", requestMethods),
            statuses: statusesIn(reader),
            path: reader.text("path"),
            from: reader.instant("startDate"),
            until: reader.instant("endDate"),
            limit: reader.limit(25, 100),
            after: after?.id
          })
        )
        const { items, next } = yield* requests.list(tenant, wanted)
        return ok(pageView(cursors, listed, items.map(requestView), afterEntry(next)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { tenant } = yield* CurrentPrincipal
        const id = yield* pathId("request", params.requestId)
        return ok(requestView(yield* orNotFound("request")(requests.find(tenant, id))))
      })
    })
  })
)

const operations = new Set(
  Object.values(Api.groups).flatMap(({ endpoints, identifier: group }) =>
    Object.values<{ readonly identifier: string }>(endpoints).map(({ identifier }) => `${group}.${identifier}`)
  )
)

/** Refuses unknown operations: with a misspelling, the list would look as if nobody called it. */
const operationsIn = (reader: QueryReader): ReadonlyArray<string> | undefined => {
  const asked = reader.list("operation")
  return asked?.every((one) => operations.has(one)) === false
    ? reader.refuse("operation", "enum", "must be operationIds from the API reference, such as tickets.create")
    : asked
}

/** Statuses and classes of them as ranges: `422` is 422 to 422, `4xx` is 400 to 499. */
const statusesIn = (reader: QueryReader): ApiRequestQuery["statuses"] =>
  reader.list("status")?.flatMap((text) => {
    if (!/^[1-5](\d\d|xx)$/i.test(text)) {
      reader.refuse("status", "format", "must be statuses, such as 422, or classes, such as 4xx")
      return []
    }
    return [[Number(text.replaceAll(/x/gi, "0")), Number(text.replaceAll(/x/gi, "9"))] as const]
  })
