import { Option } from "effect"
import { parseId } from "../domain/Ids.ts"
import type { EventFilter } from "../events/EventLog.ts"
import { canonicalTypes, unknownEvent } from "../webhooks/EventNames.ts"
import type { QueryReader } from "./QueryReader.ts"

/** The filters of an event feed. What cannot exist matches nothing, except for a type: that is refused. */
export const eventFilter = (reader: QueryReader): EventFilter => {
  const types = reader.list("types")
  if (types !== undefined && unknownEvent(types) !== undefined)
    reader.refuse("types", "enum", "must be event types, or groups such as ticket.*")
  const ticket = reader.text("ticketId")
  const brandIds = reader.idList("brandId", "brand") ?? reader.idList("brandIds", "brand")
  return {
    types: types === undefined ? undefined : canonicalTypes(types),
    brandIds,
    ...(ticket === undefined ? {} : ticketOf(ticket))
  }
}

/** A malformed id is that of no ticket: then no brand is looked into either. */
const ticketOf = (text: string): EventFilter =>
  Option.match(parseId("ticket", text), { onNone: () => ({ brandIds: [] }), onSome: (ticketId) => ({ ticketId }) })
