import { type TicketId, uuidOf } from "../../domain/Ids.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import { mutableCustomerColumns, rowOfCustomer, storedCustomerColumns } from "../rows/customerRow.ts"
import { mutableTicketColumns, rowOfTicket, storedTicketColumns } from "../rows/ticketRow.ts"
import type { Batch } from "./Batch.ts"
import { chosen, type Writer } from "./Writer.ts"

/** Writes customers, tags and tickets, and the ticket numbers that brands have given. */
export const writeTickets = (writer: Writer, batch: Batch, withNumbers: boolean) => {
  const tenantId = writer.tenant.id
  writer.insert(
    "customers_new",
    "customers",
    storedCustomerColumns,
    chosen(batch.createdCustomers, batch.customers).map((c) => rowOfCustomer(tenantId, c))
  )
  const changedCustomers = (hidden: boolean) =>
    chosen(batch.changedCustomers, batch.customers)
      .filter(({ deletedAt }) => (deletedAt !== undefined) === hidden)
      .map((c) => rowOfCustomer(tenantId, c))
  const hidden = changedCustomers(true)
  // These go first, because they free addresses and keys that the remaining customers may take over.
  writer.update("customers_hidden", "customers", mutableCustomerColumns, hidden, { awaited: true })
  writer.update("customers_changed", "customers", mutableCustomerColumns, changedCustomers(false), {
    awaiting: hidden.length === 0 ? undefined : "customers_hidden"
  })
  writer.insert(
    "tags_new",
    "tags",
    ["id", "tenant_id", "brand_id", "name", "color"],
    batch.createdTags.map((tag) => ({
      id: uuidOf(tag.id),
      tenant_id: tenantId,
      brand_id: uuidOf(tag.brandId),
      name: tag.name,
      color: tag.color
    }))
  )
  const created = chosen(batch.createdTickets, batch.tickets)
  const changed = chosen(batch.changedTickets, batch.tickets)
  writer.insert(
    "tickets_new",
    "tickets",
    storedTicketColumns,
    created.map((ticket) => rowOfTicket(tenantId, ticket))
  )
  const changedRows = changed.map((ticket) => rowOfTicket(tenantId, ticket))
  writer.update(
    "tickets_changed",
    "tickets",
    changedColumns(tenantId, changed, changedRows, batch.storedTickets),
    changedRows
  )
  if (batch.renamedCustomers.size > 0) {
    const renamed = chosen(batch.renamedCustomers, batch.customers).map(({ id, email, name }) => ({
      id: uuidOf(id),
      email,
      name
    }))
    const written = [...created, ...changed].map(({ id }) => uuidOf(id))
    // Locked in the order of their ids, as in every transaction; the tickets written above already have the copies.
    writer.add(`tickets_renamed as (update tickets t set customer_email = r.email, customer_name = r.name
      from (select t.id, r.email, r.name from json_to_recordset(${writer.rows(renamed)}) as r(id uuid, email text, name text)
        join tickets t on t.customer_id = r.id and t.id <> all(${writer.bind(written)}::uuid[]) order by t.id for no key update of t) r
      where t.tenant_id = ${writer.bind(tenantId)} and t.id = r.id)`)
  }

  const links = [...created, ...changed].flatMap((ticket) => {
    const before = batch.storedTickets.get(ticket.id)?.tags ?? []
    const link = (tag: { readonly id: (typeof ticket.tags)[number]["id"] }) => ({
      tenant_id: tenantId,
      ticket_id: uuidOf(ticket.id),
      tag_id: uuidOf(tag.id)
    })
    return [
      ...ticket.tags
        .filter(({ id }) => !before.some((tag) => tag.id === id))
        .map((tag) => ({ added: true, link: link(tag) })),
      ...before
        .filter(({ id }) => !ticket.tags.some((tag) => tag.id === id))
        .map((tag) => ({ added: false, link: link(tag) }))
    ]
  })
  writer.insert(
    "tags_added",
    "ticket_tags",
    ["tenant_id", "ticket_id", "tag_id"],
    links.filter(({ added }) => added).map(({ link }) => link)
  )
  const removed = links.filter(({ added }) => !added).map(({ link }) => link)
  if (removed.length > 0) {
    const rows = `json_populate_recordset(null::ticket_tags, ${writer.rows(removed)}) r`
    writer.add(`tags_removed as (delete from ticket_tags t using ${rows}
      where t.tenant_id = r.tenant_id and t.ticket_id = r.ticket_id and t.tag_id = r.tag_id returning t.ticket_id, t.tag_id)`)
    // A tag that was not there was removed meanwhile, and the one it was merged into may have taken its place. Nothing is left
    // to give the ticket: the foreign key aborts the transaction, and the retried command sees the current tags.
    writer.add(`tags_missed as (insert into ticket_tags (tenant_id, ticket_id, tag_id)
      select r.tenant_id, r.ticket_id, r.tag_id from ${rows} where (r.ticket_id, r.tag_id) not in (select ticket_id, tag_id from tags_removed))`)
  }

  if (withNumbers && batch.numberedBrands.size > 0) {
    const numbered = chosen(batch.numberedBrands, batch.brands)
    const ids = writer.bind(numbered.map(({ id }) => uuidOf(id)))
    const numbers = writer.bind(numbered.map(({ nextTicketNumber }) => String(nextTicketNumber)))
    writer.add(`brands_numbered as (update brands b set next_ticket_number = (${numbers}::bigint[])[array_position(${ids}::uuid[], b.id)]
      where b.tenant_id = ${writer.bind(tenantId)} and b.id = any(${ids}::uuid[]))`)
  }
}

/** The columns in which any of these tickets differs from its stored state: the text index is not rebuilt for others. */
const changedColumns = (
  tenantId: string,
  tickets: ReadonlyArray<Ticket>,
  rows: ReadonlyArray<ReturnType<typeof rowOfTicket>>,
  stored: ReadonlyMap<TicketId, Ticket>
) => {
  const before = tickets.map((ticket) => rowOfTicket(tenantId, stored.get(ticket.id) ?? ticket))
  return mutableTicketColumns.filter((column) => rows.some((row, index) => row[column] !== before[index]?.[column]))
}
