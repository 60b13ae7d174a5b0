import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { Tenant } from "../../src/domain/Tenant.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { Database } from "../../src/sql/Database.ts"
import { rowOfTicket, storedTicketColumns } from "../../src/sql/rows/ticketRow.ts"

const columns = storedTicketColumns.join(", ")

/** Inserts tickets directly into the database, bypassing the service: with any dates, marks and links. */
export const insertTickets = Effect.fnUntraced(function* (tenant: Tenant, tickets: ReadonlyArray<Ticket>) {
  const { system } = yield* Database
  const rows = JSON.stringify(tickets.map((ticket) => rowOfTicket(tenant.id, ticket)))
  yield* system.unsafe(
    `insert into tickets (${columns}) select ${columns} from json_populate_recordset(null::tickets, $1::json)`,
    [rows]
  )
  const links = tickets.flatMap(({ id, tags }) => tags.map((tag) => [tenant.id, uuidOf(id), uuidOf(tag.id)]))
  yield* system.unsafe(
    `insert into ticket_tags (tenant_id, ticket_id, tag_id)
      select (l->>0)::uuid, (l->>1)::uuid, (l->>2)::uuid from json_array_elements($1::json) l`,
    [JSON.stringify(links)]
  )
}, Effect.orDie)
