import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type BrandId, idOf, type MemberId, uuidOf } from "../../domain/Ids.ts"
import type { PresenceNews } from "../../domain/Presence.ts"
import { deskChannel } from "../tickets/deskNews.ts"

/**
 * Ends a member's presence on tickets except in the brands that they still see, and notifies those who view the others. Runs in
 * the transaction that takes the brands away.
 */
export const leaveTickets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tenantId: string,
  memberId: MemberId,
  brandIds: ReadonlyArray<BrandId>
) {
  const left = yield* sql<{ ticket_id: string; brand_id: string; name: string }>`
    DELETE FROM ticket_presence p USING tickets t WHERE p.tenant_id = ${tenantId} AND p.member_id = ${uuidOf(memberId)}
      AND t.tenant_id = p.tenant_id AND t.id = p.ticket_id AND t.brand_id <> ALL(${brandIds.map(uuidOf)}::uuid[])
    RETURNING p.ticket_id, t.brand_id, p.name`
  const news = left.map(
    ({ brand_id, name, ticket_id }): PresenceNews => ({
      type: "presence.changed",
      tenantId,
      brandId: idOf("brand", brand_id),
      ticketId: idOf("ticket", ticket_id),
      memberId,
      name,
      state: "gone"
    })
  )
  yield* sql`SELECT pg_notify(${deskChannel}, one) FROM json_array_elements_text(${JSON.stringify(news.map((one) => JSON.stringify(one)))}::json) one`
})
