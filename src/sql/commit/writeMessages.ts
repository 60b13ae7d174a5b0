import { uuidOf } from "../../domain/Ids.ts"
import { chatUpdatesOf } from "../../tickets/outbound/chatUpdatesOf.ts"
import { restsAnew } from "../outbound/bouncedAddresses.ts"
import { mutableMessageColumns, rowOfMessage, toldMessageColumns } from "../rows/messageRow.ts"
import type { Batch } from "./Batch.ts"
import { rowOfChatUpdate, updatesOfThreads } from "./chatUpdateRows.ts"
import { noticesToWatchers, revisionsOfSent, rowOfDraft, rowOfNotice, rowOfRevised } from "./mailRows.ts"
import { chosen, type Writer } from "./Writer.ts"

/** Writes what waits to be sent; returns whether there is any. */
export const writeMessages = (writer: Writer, batch: Batch): boolean => {
  const { moment, tenant } = writer
  const { now } = batch
  const tenantId = tenant.id
  const changed = chosen(batch.changedMessages, batch.messages)
  writer.insert(
    "messages_new",
    "outgoing_mail",
    [
      "id",
      "kind",
      "tenant_id",
      "brand_id",
      "ticket_id",
      "comment_id",
      "recipient",
      "cc",
      "context",
      "address_id",
      "channel",
      "connection_id",
      "lane",
      "state",
      "last_error",
      "settled_at",
      "sealed",
      "due_at",
      "held_until",
      "expires_at",
      "created_at",
      "updated_at"
    ],
    batch.drafts.map((draft) => rowOfDraft(tenantId, draft, now))
  )
  writer.update(
    "messages_changed",
    "outgoing_mail",
    mutableMessageColumns,
    changed.map((message) => rowOfMessage(tenantId, message, now))
  )
  writer.update(
    "messages_told",
    "outgoing_mail",
    toldMessageColumns,
    chosen(batch.toldMessages, batch.messages)
      // One statement must not write a row twice.
      .filter(({ id }) => !batch.changedMessages.has(id))
      .map((message) => rowOfMessage(tenantId, message, now))
  )
  if (batch.revisions.length > 0)
    writer.add(revisionsOfSent(tenant.mode, writer.bind(tenantId), writer.rows(batch.revisions.map(rowOfRevised))))
  if (batch.notices.length > 0)
    writer.add(noticesToWatchers(writer.bind(tenantId), writer.rows(batch.notices.map(rowOfNotice))))
  writer.insert(
    "addresses_rested",
    "bounced_addresses",
    ["tenant_id", "brand_id", "address", "reason", "bounced_at"],
    // One statement must not both write and delete a row.
    [...batch.restedAddresses]
      .filter(([name]) => !batch.wokenAddresses.has(name))
      .map(([, { address, brandId, reason }]) => ({
        tenant_id: tenantId,
        brand_id: uuidOf(brandId),
        address,
        reason,
        bounced_at: moment
      })),
    restsAnew
  )
  if (batch.wokenAddresses.size > 0) {
    const woken = [...batch.wokenAddresses.values()].map(({ address, brandId, reason }) => ({
      brand_id: uuidOf(brandId),
      address,
      reason
    }))
    writer.add(`addresses_woken as (delete from bounced_addresses a
      using json_to_recordset(${writer.rows(woken)}) as r(brand_id uuid, address text, reason text)
      where a.tenant_id = ${writer.bind(tenantId)} and a.brand_id = r.brand_id and a.address = r.address
        and a.reason = coalesce(r.reason, a.reason))`)
  }
  // Nothing of test mode or of an import is sent.
  const updates =
    batch.chats && tenant.mode === "live"
      ? chatUpdatesOf(batch.events.flatMap(({ event, isImported }) => (isImported ? [] : [event]))).map(rowOfChatUpdate)
      : []
  if (updates.length > 0)
    writer.addWhere(
      "chat_updates_new",
      updatesOfThreads(writer.bind(tenantId), writer.rows(updates), batch.boundConversations.size > 0),
      "order by u.position"
    )
  return (
    batch.drafts.length > 0 ||
    updates.length > 0 ||
    batch.revisions.length > 0 ||
    batch.notices.length > 0 ||
    changed.some(({ status }) => status === "queued" || status === "suppressed")
  )
}

/** Delays in milliseconds after which held-back parts of the batch may be sent. */
export const holdsOf = ({ drafts, notices, now }: Batch): ReadonlyArray<number> =>
  now === undefined
    ? []
    : [
        ...new Set(
          [...drafts, ...notices].flatMap(({ heldUntil }) =>
            heldUntil === undefined ? [] : [heldUntil.epochMilliseconds - now.epochMilliseconds]
          )
        )
      ]
