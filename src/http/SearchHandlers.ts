import { Effect } from "effect"
import { Api } from "../api/Api.ts"
import { parseAnyId } from "../domain/Ids.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { InvalidCursor } from "../domain/Problems.ts"
import { foundTypes, Search, type SearchPosition } from "../tickets/Search.ts"
import { type CursorScope, Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { cursorScope, pageView } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { ok } from "./replies.ts"
import { searchHitView } from "./views/searchHitView.ts"

/** Implements the `search` group. */
export const SearchHandlers = handlersOf(
  Api,
  "search",
  Effect.fnUntraced(function* (handlers) {
    const search = yield* Search
    const cursors = yield* Cursors

    return handlers.handleAll({
      find: Effect.fnUntraced(function* ({ query, request }) {
        const scope = yield* CurrentPrincipal
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionOf(cursors, listed)
        const reader = new QueryReader(query)
        const wanted = yield* Effect.fromResult(
          reader.result({
            text: reader.sought("q"),
            types: reader.among("types", foundTypes) ?? foundTypes,
            brandIds: reader.idList("brandIds", "brand"),
            limit: reader.limit(20, 50),
            after
          })
        )
        const { items, next } = yield* search.find(scope, wanted)
        const position = next === undefined ? undefined : { value: next.rank, id: next.id }
        return ok(pageView(cursors, listed, items.map(searchHitView), position))
      })
    })
  })
)

/** Where the page after a cursor starts; results are of several kinds. */
const positionOf = Effect.fnUntraced(function* (
  cursors: Cursors["Service"],
  listed: CursorScope
): Effect.fn.Return<SearchPosition | undefined, InvalidCursor> {
  const { cursor } = listed.query
  if (cursor === undefined || cursor === "") return undefined
  if (typeof cursor !== "string") return yield* new InvalidCursor()
  const { id, value } = yield* Effect.fromResult(cursors.read(listed, cursor))
  const known = parseAnyId(id)
  return known === undefined || typeof value !== "number" ? yield* new InvalidCursor() : { rank: value, id: known }
})
