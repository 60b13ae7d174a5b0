import { Duration, Effect, Layer, Option, Schema, Stream } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { mostPresent, type Presence, type PresenceNews, presenceLifetime } from "../../domain/Presence.ts"
import { PresenceStore } from "../../tickets/PresenceStore.ts"
import { Database } from "../Database.ts"
import { notices } from "../notices.ts"
import { query } from "../query.ts"
import { type Moment, moment } from "../rows/columns.ts"
import { DeskNewsText, deskChannel } from "./deskNews.ts"

const seconds = Duration.toSeconds(presenceLifetime)

interface PresenceRow {
  readonly member_id: string
  readonly name: string
  readonly state: Presence["state"]
  readonly seen_at: Moment
}

const presenceOf = (row: PresenceRow): Presence => ({
  memberId: idOf("member", row.member_id),
  name: row.name,
  state: row.state,
  seenAt: moment(row.seen_at)
})

/** `PresenceStore` in PostgreSQL: every method is one statement. */
export const layer = Layer.effect(
  PresenceStore,
  Effect.gen(function* () {
    const { reads, system, writes } = yield* Database

    return PresenceStore.of({
      list: ({ brandId, tenant }, ticketId) =>
        query(
          reads<PresenceRow | { readonly member_id: null }>`SELECT p.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT p.member_id, p.name, p.state, p.seen_at FROM tickets t
              JOIN brands b ON b.tenant_id = t.tenant_id AND b.id = t.brand_id AND b.deleted_at IS NULL
              LEFT JOIN ticket_presence p ON p.tenant_id = t.tenant_id AND p.ticket_id = t.id
                AND p.seen_at >= now() - make_interval(secs => ${seconds})
            WHERE t.tenant_id = s.tenant_id AND t.id = ${uuidOf(ticketId)} AND t.brand_id = ${uuidOf(brandId)}
              AND t.deleted_at IS NULL ORDER BY p.member_id LIMIT ${mostPresent} OFFSET 0) p`
        ).pipe(
          // No row: no ticket. One row of nulls: a ticket that nobody is viewing.
          Effect.map((rows) =>
            rows.length === 0
              ? Option.none()
              : Option.some(rows.flatMap((row) => (row.member_id === null ? [] : [presenceOf(row)])))
          )
        ),

      keep: ({ brandId, tenant }, ticketId, member, state) => {
        const news: PresenceNews = {
          type: "presence.changed",
          tenantId: tenant.id,
          brandId,
          ticketId,
          memberId: member.id,
          name: member.name,
          state
        }
        return query(
          writes<{
            present: ReadonlyArray<PresenceRow> | null
          }>`SELECT keep_presence(${tenant.id}::uuid, ${uuidOf(brandId)}::uuid,
            ${uuidOf(ticketId)}::uuid, ${uuidOf(member.id)}::uuid, ${member.name}, ${state === "gone" ? null : state}::text,
            make_interval(secs => ${seconds}), ${mostPresent}::int, ${deskChannel}, ${JSON.stringify(news)}) AS present`
        ).pipe(Effect.map(([row]) => Option.map(Option.fromNullishOr(row?.present), (rows) => rows.map(presenceOf))))
      },

      news: notices(system, deskChannel).pipe(
        // Nodes of other versions may send something else.
        Stream.flatMap((payload) =>
          Option.match(Schema.decodeUnknownOption(DeskNewsText)(payload), {
            onNone: () => Stream.empty,
            onSome: (news) => Stream.succeed(news)
          })
        )
      )
    })
  })
)
