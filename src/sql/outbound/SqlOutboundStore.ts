import { Effect, Layer, Option } from "effect"
import { idOf, type MessageId, uuidOf } from "../../domain/Ids.ts"
import type { ChannelKind } from "../../domain/InboundMessage.ts"
import type { MailToken } from "../../domain/ReplyAddress.ts"
import { OutboundStore } from "../../tickets/outbound/OutboundStore.ts"
import { brandsOf } from "../brandsOf.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import type { AttachmentRow } from "../rows/attachmentRow.ts"
import { bodySql, filesSql, sentFiles } from "../rows/channelMessageRow.ts"
import { type DraftRow, draftOf, draftSql } from "../rows/draftRow.ts"
import { isDraft, isForOutbox, isMessage, type MessageRow, messageColumns, messageOf } from "../rows/messageRow.ts"
import { type ReplyFactsRow, replyFactsOf, replyFactsSql } from "../rows/replyFactsRow.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"

interface PlaceRow extends ScopeRow {
  readonly ticket_id: string
  readonly channel: ChannelKind
}

/** `OutboundStore` in PostgreSQL: every method is one statement. */
export const layer = Layer.effect(
  OutboundStore,
  Effect.gen(function* () {
    const { reads, system } = yield* Database

    const settle = (id: MessageId, state: "suppressed" | "captured", error: string | null) =>
      query(system`UPDATE outgoing_mail
        SET state = ${state}, last_error = ${error}, settled_at = now(), updated_at = now()
        WHERE id = ${uuidOf(id)} AND state IN ('queued', 'sending')`).pipe(Effect.asVoid)

    return OutboundStore.of({
      draft: (id) =>
        query(system.unsafe<DraftRow>(draftSql, [uuidOf(id)])).pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(draftOf(row))))
        ),

      // If the ticket was purged or its customer erased meanwhile, its mail is gone too.
      replyToken: ({ id, scope, ticket }, participant, fresh) =>
        query(
          system<{ token: MailToken }>`INSERT INTO reply_addresses (token, tenant_id, brand_id, ticket_id, participant)
            SELECT ${fresh}, t.tenant_id, t.brand_id, t.id, ${participant} FROM tickets t
              JOIN outgoing_mail m ON m.tenant_id = t.tenant_id AND m.id = ${uuidOf(id)}
              WHERE t.tenant_id = ${scope.tenant.id} AND t.id = ${uuidOf(ticket.id)} FOR KEY SHARE
            ON CONFLICT (ticket_id, participant) WHERE ticket_id IS NOT NULL
              DO UPDATE SET participant = excluded.participant
            RETURNING token`
        ).pipe(Effect.map(([row]) => row?.token ?? fresh)),

      composed: ({ id, kind, to }, mail) =>
        query(system`WITH composed AS (
            UPDATE outgoing_mail m SET message_id = ${`<${mail.messageId}>`}, from_name = ${mail.from.name},
              from_address = ${mail.from.address}, recipient = ${mail.to}, cc = ${mail.cc},
              reply_to = ${mail.replyTo ?? null}, subject = ${mail.subject}, text = ${mail.text}, html = ${mail.html},
              headers = ${JSON.stringify(mail.headers)}::jsonb,
              context = m.context || ${JSON.stringify({ leftOut: mail.leftOut ?? null, ...(to === mail.to ? {} : { writesFrom: to }) })}::jsonb, attachments = ${JSON.stringify(mail.files)}::jsonb,
              bounce_token = ${mail.bounceToken ?? null}, return_path = ${mail.returnPath}
            WHERE id = ${uuidOf(id)} AND ${system.literal(isDraft)} AND state IN ('queued', 'sending')
            RETURNING tenant_id, brand_id, ticket_id, comment_id)
          INSERT INTO message_ids (tenant_id, brand_id, message_id, ticket_id, comment_id, direction)
            SELECT tenant_id, brand_id, ${mail.messageId}, ticket_id, comment_id, 'out' FROM composed
            WHERE ${kind !== "notice"}::boolean
            ON CONFLICT (brand_id, message_id) DO NOTHING`).pipe(Effect.asVoid),

      suppressed: (id, reason) => settle(id, "suppressed", reason),

      captured: (id) => settle(id, "captured", null),

      worded: Effect.fn("OutboundStore.worded")(function* (id: MessageId) {
        const [row] = yield* query(
          system.unsafe<{
            readonly body: string
            readonly name: string
            readonly files: ReadonlyArray<AttachmentRow> | null
          }>(
            `select ${bodySql} as body, k.name, (${filesSql}) as files
              from outgoing_mail m join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
              join channel_connections k on k.tenant_id = m.tenant_id and k.id = m.connection_id
              left join comments c on c.tenant_id = m.tenant_id and c.id = m.comment_id
              where m.id = $1 and m.channel <> 'email'`,
            [uuidOf(id)]
          )
        )
        if (row === undefined) return
        yield* query(system`UPDATE outgoing_mail SET text = ${row.body}, from_name = '', from_address = ${row.name},
            attachments = ${JSON.stringify(sentFiles(row.files))}::jsonb WHERE id = ${uuidOf(id)}`)
      }),

      list: (scope, ticketId) =>
        query(
          reads.unsafe<MessageRow | { readonly id: null }>(
            `select ${messageColumns} from tenant_scope($1) s, lateral (
              select m.* from tickets t join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
              left join outgoing_mail m on m.tenant_id = t.tenant_id and m.ticket_id = t.id and ${isMessage}
              where t.tenant_id = s.tenant_id and t.id = $2 and t.brand_id = $3 and t.deleted_at is null
              order by m.id offset 0) m`,
            [scope.tenant.id, uuidOf(ticketId), uuidOf(scope.brandId)]
          )
        ).pipe(
          Effect.map((rows) =>
            rows.length === 0
              ? Option.none()
              : // The left join found no message of the ticket.
                Option.some(rows.flatMap((row) => (row.id === null ? [] : [messageOf(row)])))
          )
        ),

      replyFacts: (scope, ticketId) =>
        query(
          reads.unsafe<ReplyFactsRow>(replyFactsSql, [scope.tenant.id, uuidOf(ticketId), uuidOf(scope.brandId)])
        ).pipe(Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), replyFactsOf))),

      find: (scope, id) =>
        query(
          reads.unsafe<MessageRow>(
            `select ${messageColumns} from tenant_scope($1) s, lateral (
              select m.* from outgoing_mail m join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id and t.deleted_at is null
                join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
              where m.tenant_id = s.tenant_id and m.id = $2 and ($3::uuid[] is null or m.brand_id = any($3::uuid[])) and ${isMessage} offset 0) m`,
            [scope.tenant.id, uuidOf(id), brandsOf(scope, {})?.map(uuidOf) ?? null]
          )
        ).pipe(Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), messageOf))),

      sentBy: (connectionId, message) =>
        query(
          "id" in message
            ? system<{ id: string }>`SELECT id FROM outgoing_mail
                WHERE id = ${uuidOf(message.id)} AND connection_id = ${uuidOf(connectionId)}`
            : system<{ id: string }>`SELECT id FROM outgoing_mail
                WHERE connection_id = ${uuidOf(connectionId)} AND external_id = ${message.externalId}
                ORDER BY id DESC LIMIT 1`
        ).pipe(Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ id }) => idOf("message", id)))),

      settled: (id, { error, externalId, segments, status }) =>
        query(system`UPDATE outgoing_mail m SET state = ${status === "failed" ? "failed" : "sent"},
            receipt = ${status === "sent" || status === "failed" ? null : status}, last_error = ${error ?? null},
            settled_at = now(), updated_at = now(),
            external_id = CASE WHEN m.channel = 'email' THEN NULL ELSE coalesce(${externalId ?? null}, m.external_id) END,
            segments = coalesce(${segments ?? null}::int, m.segments)
          WHERE id = ${uuidOf(id)} AND state IN ('queued', 'sending')
            AND EXISTS (SELECT FROM brands b WHERE b.tenant_id = m.tenant_id AND b.id = m.brand_id AND b.deleted_at IS NOT NULL)`).pipe(
          Effect.asVoid
        ),

      place: (id) =>
        query(
          system<PlaceRow>`SELECT m.tenant_id, n.account_id, n.mode, m.brand_id, m.ticket_id, m.channel
            FROM outgoing_mail m JOIN tenants n ON n.id = m.tenant_id
            WHERE m.id = ${uuidOf(id)} AND m.ticket_id IS NOT NULL`
        ).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (place) => ({
              scope: scopeOf(place),
              ticketId: idOf("ticket", place.ticket_id),
              channel: place.channel
            }))
          )
        ),

      uncaptured: (tenant, limit) =>
        query(
          reads<{ id: string }>`SELECT m.id FROM tenant_scope(${tenant.id}) s, LATERAL (
              SELECT id FROM outgoing_mail m WHERE tenant_id = s.tenant_id AND state IN ('queued', 'sending')
                AND coalesce(held_until <= now(), true) AND ${reads.literal(isForOutbox)}
              ORDER BY id LIMIT ${limit} OFFSET 0) m`
        ).pipe(Effect.map((rows) => rows.map(({ id }) => idOf("message", id))))
    })
  })
)
