import type { EventFilter } from "../events/EventLog.ts"
import { canonicalTypes, unknownEvent } from "../webhooks/EventNames.ts"
import type { QueryReader } from "./QueryReader.ts"

/** The filters of an event feed. */
export const eventFilter = (reader: QueryReader): EventFilter => {
  const types = reader.list("types")
  const unknown = unknownEvent(types ?? [])
  if (unknown !== undefined) reader.refuse("types", "enum", "must be event types, or groups such as ticket.*", unknown)
  const [brandId, brandIds] = [reader.idList("brandId", "brand"), reader.idList("brandIds", "brand")]
  return {
    types: types === undefined ? undefined : canonicalTypes(types),
    brandIds: brandId ?? brandIds,
    ticketId: reader.oneId("ticketId", "ticket")
  }
}
