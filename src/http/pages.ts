import type { ServerResponse } from "node:http"
import { Effect, Option } from "effect"
import { type Id, type Kind, parseId } from "../domain/Ids.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { InvalidCursor } from "../domain/Problems.ts"
import type { CursorScope, Cursors, Position } from "./Cursors.ts"
import { pageMemory } from "./PageMemory.ts"
import type { Query } from "./QueryReader.ts"

/** The list that a request asks for, to which its cursors are bound. */
export const cursorScope = (url: string, query: Query): Effect.Effect<CursorScope, never, CurrentPrincipal> =>
  CurrentPrincipal.useSync(({ tenant }) => ({ tenant, path: url.split("?", 1)[0] ?? "", query }))

/** Where the page after a cursor starts. */
export const positionIn = Effect.fnUntraced(function* <K extends Kind>(
  cursors: Cursors["Service"],
  scope: CursorScope,
  kind: K
) {
  const { cursor } = scope.query
  if (cursor === undefined || cursor === "") return undefined
  if (typeof cursor !== "string") return yield* new InvalidCursor()
  const { id, value } = yield* Effect.fromResult(cursors.read(scope, cursor))
  const known: Option.Option<Id<K>> = parseId(kind, id)
  return Option.isSome(known) ? { value, id: known.value } : yield* new InvalidCursor()
})

/** Where the page after an entry starts, in a list that is sorted by id. */
export const afterEntry = (id: string | undefined): Position | undefined =>
  id === undefined ? undefined : { value: null, id }

/**
 * The same page as JSON bytes, from rows that are JSON already. Text would be copied three times on its way to the socket,
 * once to encode it. The bytes belong to the response until it closes.
 */
export const pageBytes = (
  cursors: Cursors["Service"],
  scope: CursorScope,
  rows: ReadonlyArray<Uint8Array>,
  next: Position | undefined,
  response: ServerResponse
): Uint8Array => {
  const { pagination } = pageView(cursors, scope, [], next)
  const parts: Array<Uint8Array> = [opening]
  for (const row of rows) parts.push(row, comma)
  if (rows.length > 0) parts.pop()
  parts.push(Buffer.from(`],"pagination":${JSON.stringify(pagination)}}`))
  return pageMemory.join(parts, response)
}

const opening = Buffer.from('{"data":[')
const comma = Buffer.from(",")

/** A page as the API shows it. If there is a next page, `cursor` repeats `nextCursor` for clients that read that name. */
export const pageView = (
  cursors: Cursors["Service"],
  scope: CursorScope,
  data: ReadonlyArray<unknown>,
  next: Position | undefined
) => {
  const nextCursor = next === undefined ? null : cursors.write(scope, { value: next.value, id: next.id })
  return {
    data,
    pagination: { hasMore: nextCursor !== null, nextCursor, ...(nextCursor === null ? {} : { cursor: nextCursor }) }
  }
}
