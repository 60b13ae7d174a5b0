import { Effect, Option } from "effect"
import { type ApiRequestQuery, ApiRequestStore } from "../accounts/ApiRequestStore.ts"
import { Api } from "../api/Api.ts"
import { requestMethods } from "../domain/ApiRequest.ts"
import { type Id, type Kind, parseId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { cursorScope, pageView, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { ok } from "./replies.ts"
import { pathId } from "./scopes.ts"
import { requestView } from "./views/requestView.ts"

/** Answers the `requests` group. */
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
        const [id, keyId, brandId] = [
          idIn(reader, "requestId", "request"),
          idIn(reader, "keyId", "key"),
          idIn(reader, "brandId", "brand")
        ]
        const wanted = yield* Effect.fromResult(
          reader.result<ApiRequestQuery>({
            id: id.known,
            keyId: keyId.known,
            brandId: brandId.known,
            operations: reader.list("operation"),
            methods: reader.among("method", requestMethods),
            statuses: statusesIn(reader),
            path: reader.text("path"),
            from: reader.instant("startDate"),
            until: reader.instant("endDate"),
            limit: reader.limit(25, 100),
            after: after?.id
          })
        )
        const matchesNothing = [id, keyId, brandId].some(({ isUnknown }) => isUnknown)
        const { items, next } = matchesNothing ? { items: [] } : yield* requests.list(tenant, wanted)
        const position = next === undefined ? undefined : { value: null, id: next }
        return ok(pageView(cursors, listed, items.map(requestView), position))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { tenant } = yield* CurrentPrincipal
        const id = yield* pathId("request", params.requestId)
        return ok(requestView(yield* orNotFound("request")(requests.find(tenant, id))))
      })
    })
  })
)

/** The id that a parameter names; one that cannot exist matches nothing. */
const idIn = <K extends Kind>(
  reader: QueryReader,
  name: string,
  kind: K
): { readonly known: Id<K> | undefined; readonly isUnknown: boolean } => {
  const text = reader.text(name)
  const known = text === undefined ? undefined : Option.getOrUndefined(parseId(kind, text))
  return { known, isUnknown: text !== undefined && known === undefined }
}

/** Statuses, and classes of them: `422` is from 422 to 422, `4xx` from 400 to 499. */
const statusesIn = (reader: QueryReader): ApiRequestQuery["statuses"] =>
  reader.list("status")?.flatMap((text) => {
    if (!/^[1-5](\d\d|xx)$/i.test(text)) {
      reader.refuse("status", "format", "must be statuses, such as 422, or classes of them, such as 4xx")
      return []
    }
    return [[Number(text.replaceAll(/x/gi, "0")), Number(text.replaceAll(/x/gi, "9"))] as const]
  })
