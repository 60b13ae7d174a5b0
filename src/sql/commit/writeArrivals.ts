import { uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { hex } from "../hex.ts"
import { uuidOr } from "../rows/columns.ts"
import type { Batch } from "./Batch.ts"
import {
  conversationColumns,
  conversationConflict,
  personColumns,
  personConflict,
  rowOfConversation,
  rowOfPerson,
  ticketOfConversation
} from "./channelRows.ts"
import { boundNow } from "./chatUpdateRows.ts"
import type { Writer } from "./Writer.ts"

/** Writes what came in, and what it says about conversations and people. */
export const writeArrivals = (writer: Writer, batch: Batch) => {
  const { moment } = writer
  const tenantId = writer.tenant.id
  const arrived = batch.inbound.filter(({ record }) => record.isAgain !== true)
  // One statement must not write a row twice.
  const again = [...Map.groupBy(batch.inbound, ({ record }) => record.id).values()].flatMap((all) => {
    const last = all.findLast(({ record }) => record.isAgain === true)
    return last === undefined ? [] : [{ ...inboundRow(last), attempts: all.length }]
  })
  if (again.length > 0)
    writer.add(`inbound_again as (update inbound_messages i set status = r.status, outcome = r.outcome, ticket_id = r.ticket_id, comment_id = r.comment_id,
        subject = r.subject, steps = r.steps, flags = array(select json_array_elements_text(r.flags)), quoted_text = r.quoted_text, html = r.html, envelope = r.envelope,
        attachment_ids = array(select json_array_elements_text(r.attachment_ids)::uuid), attempts = i.attempts + r.attempts, processed_at = now()
      from json_to_recordset(${writer.rows(again)}) as r(id uuid, subject text, status text, outcome text, ticket_id uuid, comment_id uuid, steps jsonb,
        flags json, quoted_text text, html text, envelope jsonb, attachment_ids json, attempts int) where i.tenant_id = ${writer.bind(tenantId)} and i.id = r.id)`)
  if (arrived.length > 0)
    writer.add(`inbound_new as (insert into inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients, subject,
        status, outcome, ticket_id, comment_id, size, blob_key, envelope, steps, received_at, flags, quoted_text, html, attachment_ids, processed_at)
      select id, ${writer.bind(tenantId)}, brand_id, channel, external_id, decode(dedupe_key, 'hex'), sender, array(select json_array_elements_text(recipients)), subject,
        status, outcome, ticket_id, comment_id, size, blob_key, envelope, steps, received_at,
        array(select json_array_elements_text(flags)), quoted_text, html, array(select json_array_elements_text(attachment_ids)::uuid), now()
      from json_to_recordset(${writer.rows(arrived.map(inboundRow))}) as r(id uuid, brand_id uuid, channel text, external_id text, dedupe_key text, sender text,
        recipients json, subject text, status text, outcome text, ticket_id uuid, comment_id uuid, size bigint, blob_key text, envelope jsonb, steps jsonb,
        received_at timestamptz, flags json, quoted_text text, html text, attachment_ids json))`)
  writer.insert(
    "message_ids_new",
    "message_ids",
    ["tenant_id", "brand_id", "message_id", "ticket_id", "comment_id", "direction"],
    batch.messageIds.map(({ brandId, entry }) => ({
      tenant_id: tenantId,
      brand_id: uuidOf(brandId),
      message_id: entry.messageId,
      ticket_id: uuidOf(entry.ticketId),
      comment_id: uuidOr(entry.commentId),
      direction: entry.direction
    })),
    "on conflict (brand_id, message_id) do nothing"
  )
  writer.insert(
    boundNow,
    "channel_conversations",
    conversationColumns,
    [...batch.boundConversations.values()].map((one) => rowOfConversation(tenantId, one, moment)),
    `${conversationConflict} returning connection_id, key, ticket_id, mode`
  )
  writer.insert(
    "conversation_tickets_new",
    "conversation_tickets",
    ["tenant_id", "connection_id", "key", "ticket_id"],
    batch.conversationTickets.map((one) => ticketOfConversation(tenantId, one)),
    "on conflict do nothing"
  )
  writer.insert(
    "people_known",
    "channel_people",
    personColumns,
    [...batch.knownPeople.values()].map((one) => rowOfPerson(tenantId, one, moment)),
    personConflict
  )
}

const inboundRow = ({ brandId, record }: Batch["inbound"][number]) => ({
  id: uuidOf(record.id),
  brand_id: uuidOf(brandId),
  channel: record.message.channel,
  external_id: record.message.externalId,
  dedupe_key: hex(record.message.dedupeKey),
  sender: record.message.sender.identity?.address ?? record.message.sender.email,
  recipients: record.message.recipients,
  subject: record.message.subject,
  status: record.status,
  outcome: record.outcome,
  ticket_id: uuidOr(record.ticketId),
  comment_id: uuidOr(record.commentId),
  size: record.message.size,
  blob_key: record.message.rawBlobKey,
  envelope: record.message.envelope,
  steps: record.steps,
  received_at: iso(record.message.receivedAt),
  flags: record.flags,
  quoted_text: record.quotedText,
  html: record.message.html,
  attachment_ids: record.fileIds.map(uuidOf)
})
