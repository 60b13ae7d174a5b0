import { Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { Vault } from "../../accounts/Vault.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { ChannelKind } from "../../domain/InboundMessage.ts"
import type { Sender } from "../../domain/OutgoingMail.ts"
import { TestOutbox } from "../../tickets/simulation/TestOutbox.ts"
import { brandsOf } from "../brandsOf.ts"
import { Database } from "../Database.ts"
import { pageOfRows, pageRoom, untilFull } from "../maxPageBytes.ts"
import { query } from "../query.ts"
import { idOr, moment } from "../rows/columns.ts"
import { type MailRow, mailContent, mailHead } from "../rows/mailRow.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { transaction } from "../transaction.ts"

type CapturedRow = Omit<MailRow, "message_id"> & { readonly channel: ChannelKind; readonly message_id: string | null }

/** `TestOutbox` in PostgreSQL. `sender` is the sender of mail that names none of its own. */
export const layer = (sender: Sender) =>
  Layer.effect(
    TestOutbox,
    Effect.gen(function* () {
      const database = yield* Database
      const vault = yield* Vault
      const { reads, writes } = database

      const captured = Effect.fnUntraced(function* (row: CapturedRow) {
        // If its key is lost, the content is replaced by a message that says so.
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

      const inBrands = (sql: SqlClient.SqlClient, ids: ReturnType<typeof brandsOf>) =>
        ids === undefined ? sql`true` : sql`m.brand_id = ANY(${ids.map(uuidOf)}::uuid[])`

      return TestOutbox.of({
        list: Effect.fnUntraced(function* (scope, wanted) {
          const { after, channels, kinds, limit, ticketIds, to } = wanted
          const parameters: Array<unknown> = [scope.tenant.id]
          const bind = (value: unknown) => `$${parameters.push(value)}`
          const isOneOf = (column: string, values: ReadonlyArray<string> | undefined) =>
            values === undefined ? [] : [`m.${column}::text = any(${bind(values)}::text[])`]
          const conditions = [
            "m.tenant_id = s.tenant_id and m.state = 'captured'",
            ...(after === undefined ? [] : [`m.id < ${bind(uuidOf(after))}::uuid`]),
            ...isOneOf("brand_id", brandsOf(scope, wanted)?.map(uuidOf)),
            ...isOneOf("ticket_id", ticketIds?.map(uuidOf)),
            ...isOneOf("kind", kinds),
            ...isOneOf("channel", channels),
            ...(to === undefined ? [] : [`lower(m.recipient) = lower(${bind(to)})`])
          ]
          const found = `select m.* from outgoing_mail m where ${conditions.join(" and ")}
            order by m.id desc limit ${limit + 1} offset 0`
          const bytes = "(octet_length(q.text) + coalesce(octet_length(q.html), 0))"
          const { hasMore, page } = yield* query(
            readTexts(
              textTurns,
              { room: pageRoom(limit + 1), tenantId: scope.tenant.id },
              reads.unsafe<CapturedRow & { readonly found_rows: number }>(
                `select q.* from tenant_scope($1) s, lateral (${untilFull(found, "q.id desc", bytes)} offset 0) q`,
                parameters
              ),
              (rows) => pageOfRows(rows, limit)
            )
          )
          const items = yield* Effect.forEach(page, captured)
          return { items, next: hasMore ? items.at(-1)?.id : undefined }
        }),

        find: (scope, id) =>
          query(reads<CapturedRow>`SELECT q.* FROM tenant_scope(${scope.tenant.id}) s, LATERAL (
              SELECT m.* FROM outgoing_mail m
              WHERE m.tenant_id = s.tenant_id AND m.state = 'captured' AND m.id = ${uuidOf(id)}
                AND ${inBrands(reads, brandsOf(scope, {}))} OFFSET 0) q`).pipe(
            Effect.flatMap(([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(captured(row))))
          ),

        clear: (scope, brandIds) =>
          writes<{ count: number }>`WITH gone AS (
              DELETE FROM outgoing_mail m WHERE m.tenant_id = ${scope.tenant.id} AND m.state = 'captured'
                AND ${inBrands(writes, brandsOf(scope, { brandIds }))} RETURNING 1)
            SELECT count(*)::int AS count FROM gone`.pipe(
            Effect.map(([row]) => row?.count ?? 0),
            transaction(database, scope.tenant)
          )
      })
    })
  )

/** Messages other than mail have no Message-ID. */
const mailOf = (row: CapturedRow): MailRow => ({ ...row, message_id: row.message_id ?? "" })
