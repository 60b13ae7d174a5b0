import { Option, Result } from "effect"
import { idOf, parseId, uuidOf } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { FeedPlace } from "../events/EventLog.ts"
import type { CursorScope, Cursors } from "./Cursors.ts"

/** What a cursor of a stream is bound to. It is valid whatever the stream filters. */
export const streamScope = (tenant: Tenant): CursorScope => ({ tenant, path: "/v1/events/stream", query: {} })

/** A cursor for a place in the feed that is no event the caller has seen, or perhaps may see. */
export const feedCursor = (cursors: Cursors["Service"], scope: CursorScope, place: FeedPlace): string =>
  cursors.write(scope, { value: `${place.transaction} ${place.place}`, id: idOf("event", place.uuid) })

/** The place in such a cursor; `undefined` for any other text. */
export const placeInCursor = (cursors: Cursors["Service"], scope: CursorScope, text: string): FeedPlace | undefined => {
  const read = cursors.read(scope, text)
  if (Result.isFailure(read)) return undefined
  const [, transaction, place] = /^(\d{1,20}) (\d{1,15})$/.exec(String(read.success.value)) ?? []
  const id = parseId("event", read.success.id)
  return transaction === undefined || place === undefined || Option.isNone(id)
    ? undefined
    : { transaction, place: Number(place), uuid: uuidOf(id.value) }
}
