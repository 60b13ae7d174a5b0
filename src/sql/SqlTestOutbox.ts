import { Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { Vault } from "../accounts/Vault.ts"
import { idOf, uuidOf } from "../domain/Ids.ts"
import type { ChannelKind } from "../domain/InboundMessage.ts"
import type { Sender } from "../domain/OutgoingMail.ts"
import { TestOutbox } from "../tickets/TestOutbox.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { idOr, moment, uuidOr } from "./rows/columns.ts"
import { type MailRow, mailContent, mailHead } from "./rows/mailRow.ts"
import { brandsOf } from "./ticketList.ts"
import { transaction } from "./transaction.ts"

type CapturedRow = Omit<MailRow, "message_id"> & { readonly channel: ChannelKind; readonly message_id: string | null }

/** `TestOutbox` in PostgreSQL. `sender` is whom mail is from that names no sender of its own. */
export const layer = (sender: Sender) =>
  Layer.effect(
    TestOutbox,
    Effect.gen(function* () {
      const database = yield* Database
      const vault = yield* Vault
      const { reads, writes } = database

      const captured = Effect.fnUntraced(function* (row: CapturedRow) {
        // What a lost key had sealed is shown as that.
        const { html, text } = yield* Effect.catchTag(mailContent(vault, mailOf(row)), "CannotOpen", (lost) =>
          Effect.succeed({ text: Redacted.make(lost.message), html: undefined })
        )
        const head = mailHead(mailOf(row))
        return {
          ...head,
          channel: row.channel,
          messageId: row.message_id ?? undefined,
          brandId: idOf("brand", row.brand_id ?? ""),
          ticketId: idOr("ticket", row.ticket_id),
          commentId: idOr("comment", row.comment_id),
          from: head.from ?? sender,
          text: Redacted.value(text),
          html: html === undefined ? undefined : Redacted.value(html),
          createdAt: moment(row.created_at)
        }
      })

      const isOneOf = (sql: SqlClient.SqlClient, column: string, values: ReadonlyArray<string> | undefined) =>
        values === undefined ? sql`true` : sql`m.${sql.literal(column)}::text = ANY(${values}::text[])`

      return TestOutbox.of({
        list: Effect.fnUntraced(function* (scope, wanted) {
          const { after, channels, kinds, limit, ticketIds, to } = wanted
          const rows = yield* query(
            reads<CapturedRow>`SELECT q.* FROM tenant_scope(${scope.tenant.id}) s, LATERAL (
              SELECT m.* FROM outgoing_mail m
              WHERE m.tenant_id = s.tenant_id AND m.state = 'captured'
                AND m.id < coalesce(${uuidOr(after)}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
                AND ${isOneOf(reads, "brand_id", brandsOf(scope, wanted)?.map(uuidOf))}
                AND ${isOneOf(reads, "ticket_id", ticketIds?.map(uuidOf))}
                AND ${isOneOf(reads, "kind", kinds)}
                AND ${isOneOf(reads, "channel", channels)}
                AND ${to === undefined ? reads`true` : reads`lower(m.recipient) = ${to}`}
              ORDER BY m.id DESC LIMIT ${limit + 1} OFFSET 0) q`
          )
          const items = yield* Effect.forEach(rows.slice(0, limit), captured)
          return { items, next: rows.length > limit ? items.at(-1)?.id : undefined }
        }),

        find: (scope, id) =>
          query(reads<CapturedRow>`SELECT q.* FROM tenant_scope(${scope.tenant.id}) s, LATERAL (
              SELECT m.* FROM outgoing_mail m
              WHERE m.tenant_id = s.tenant_id AND m.state = 'captured' AND m.id = ${uuidOf(id)}
                AND ${isOneOf(reads, "brand_id", brandsOf(scope, {})?.map(uuidOf))} OFFSET 0) q`).pipe(
            Effect.flatMap(([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(captured(row))))
          ),

        clear: (scope, brandIds) =>
          writes<{ count: number }>`WITH gone AS (
              DELETE FROM outgoing_mail m WHERE m.tenant_id = ${scope.tenant.id} AND m.state = 'captured'
                AND ${isOneOf(writes, "brand_id", brandsOf(scope, { brandIds })?.map(uuidOf))} RETURNING 1)
            SELECT count(*)::int AS count FROM gone`.pipe(
            Effect.map(([row]) => row?.count ?? 0),
            transaction(database, scope.tenant)
          )
      })
    })
  )

/** What is no mail has no Message-ID. */
const mailOf = (row: CapturedRow): MailRow => ({ ...row, message_id: row.message_id ?? "" })
