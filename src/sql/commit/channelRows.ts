import { type BrandId, uuidOf } from "../../domain/Ids.ts"
import type { BoundConversation, KnownPerson } from "../../tickets/TicketCommand.ts"

/** What a conversation is about, as JSON for `json_populate_recordset`; `now` in ISO 8601. */
export const rowOfConversation = (
  tenantId: string,
  { brandId, connectionId, key, mode, person, root, ticketId }: BoundConversation & { readonly brandId: BrandId },
  now: string | null
) => ({
  tenant_id: tenantId,
  brand_id: uuidOf(brandId),
  connection_id: uuidOf(connectionId),
  key,
  ticket_id: uuidOf(ticketId),
  mode,
  root: root ?? null,
  person: person ?? null,
  updated_at: now
})

export const conversationColumns = [
  "tenant_id",
  "brand_id",
  "connection_id",
  "key",
  "ticket_id",
  "mode",
  "root",
  "person",
  "updated_at"
]

/** The link between a ticket and a conversation about it, as JSON for `json_populate_recordset`. */
export const ticketOfConversation = (tenantId: string, { connectionId, key, ticketId }: BoundConversation) => ({
  tenant_id: tenantId,
  connection_id: uuidOf(connectionId),
  key,
  ticket_id: uuidOf(ticketId)
})

export const conversationConflict = `on conflict (connection_id, key) do update set brand_id = excluded.brand_id,
  ticket_id = excluded.ticket_id, mode = excluded.mode, updated_at = excluded.updated_at,
  root = coalesce(excluded.root, channel_conversations.root), person = coalesce(excluded.person, channel_conversations.person)`

/** Who is behind an external id, as JSON for `json_populate_recordset`. */
export const rowOfPerson = (
  tenantId: string,
  { brandId, connectionId, customerId, email, externalId, name }: KnownPerson & { readonly brandId: BrandId },
  now: string | null
) => ({
  tenant_id: tenantId,
  brand_id: uuidOf(brandId),
  connection_id: uuidOf(connectionId),
  external_id: externalId,
  customer_id: uuidOf(customerId),
  name: name ?? null,
  email: email ?? null,
  facts: {},
  fetched_at: now
})

export const personColumns = [
  "tenant_id",
  "brand_id",
  "connection_id",
  "external_id",
  "customer_id",
  "name",
  "email",
  "facts",
  "fetched_at"
]

/** Keeps what is known of a person, unless the id belongs to another customer now. */
export const personConflict = `on conflict (connection_id, external_id) do update set customer_id = excluded.customer_id,
  name = coalesce(excluded.name, case when excluded.customer_id is not distinct from coalesce(channel_people.customer_id, excluded.customer_id)
    then channel_people.name end),
  email = coalesce(excluded.email, case when excluded.customer_id is not distinct from coalesce(channel_people.customer_id, excluded.customer_id)
    then channel_people.email end)`
