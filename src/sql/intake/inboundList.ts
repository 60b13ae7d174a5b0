import { uuidOf } from "../../domain/Ids.ts"
import type { InboundQuery } from "../../domain/InboundEntry.ts"
import { iso } from "../../domain/iso.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { inboundColumns } from "../rows/inboundRow.ts"

/** How much later than its receipt a message may get its id: as long as receiving it may take. */
const soon = "2 minutes"

/** Whether a brand of the scope `s` is not deleted. */
export const isLiving = (brand: string) =>
  `exists (select from brands b where b.tenant_id = s.tenant_id and b.id = ${brand} and b.deleted_at is null)`

/** The statement for one page plus one row, which tells whether there is a next page. Every filter has an index. */
export const inboundList = (scope: BrandScope, query: InboundQuery) => {
  const { after, channels, from, limit, receivedAfter, receivedBefore, statuses, ticketId } = query
  const parameters: Array<unknown> = [scope.tenant.id, uuidOf(scope.brandId)]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const conditions = ["m.tenant_id = s.tenant_id", "m.brand_id = $2", isLiving("$2")]
  if (statuses !== undefined) conditions.push(`m.status = any(${bind(statuses)}::text[])`)
  if (channels !== undefined) conditions.push(`m.channel = any(${bind(channels)}::text[])`)
  if (from !== undefined) conditions.push(`m.sender = ${bind(from)}`)
  if (ticketId !== undefined) conditions.push(`m.ticket_id = ${bind(uuidOf(ticketId))}`)
  if (after !== undefined) conditions.push(`m.id < ${bind(uuidOf(after))}`)
  // Ids sort by time, so a range of time is a range of the index.
  if (receivedAfter !== undefined) {
    const moment = `${bind(iso(receivedAfter))}::timestamptz`
    conditions.push(`m.received_at >= ${moment}`, `m.id >= uuid_at(${moment})`)
  }
  if (receivedBefore !== undefined) {
    const moment = `${bind(iso(receivedBefore))}::timestamptz`
    conditions.push(`m.received_at <= ${moment}`, `m.id <= uuid_at(${moment} + interval '${soon}')`)
  }
  const sql = `select i.* from tenant_scope($1) s, lateral (
    select ${inboundColumns} from inbound_messages m where ${conditions.join(" and ")}
    order by m.id desc limit ${limit + 1} offset 0) i`
  return { sql, parameters }
}
