import { type ConnectionKind, connectionIdOf } from "../../domain/ChannelConnection.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import { type Moment, moment } from "../rows/columns.ts"
import { type ConversationRow, conversationsSql, ticketConversationOf } from "../rows/conversationRow.ts"
import { type CustomerRow, customerOf } from "../rows/customerRow.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"
import { type ReferenceRow, referenceColumns, referencedTickets } from "./loadArrivals.ts"

type Command = Pick<TicketCommand<unknown, unknown>, "scope" | "reads">

/** What the intake must know about a message that came by a connection: what its conversation is about, and who wrote it. */
export const conversationLoads = (
  tenant: Tenant,
  commands: ReadonlyArray<Command>,
  ticketIds: ReadonlyArray<string>,
  references: ReadonlyArray<ReferenceRow>,
  known: Known
): ReadonlyArray<Load> => {
  const people = commands.flatMap(({ reads: { inbound } }) =>
    inbound?.person === undefined
      ? []
      : [{ connection: uuidOf(inbound.person.connectionId), id: inbound.person.externalId }]
  )
  return [
    ...(references.some(({ connection }) => connection !== undefined) ? [bindings(tenant, references, known)] : []),
    ...(people.length > 0 ? [customersOf(tenant, people, known)] : []),
    ...(commands.some(({ reads }) => reads.conversation === true)
      ? [ticketConversations(tenant, ticketIds, references, known)]
      : [])
  ]
}

const bindings = (tenant: Tenant, references: ReadonlyArray<ReferenceRow>, known: Known): Load => ({
  sql: `select k.kind, v.connection_id, v.key, v.ticket_id, v.mode, v.updated_at from json_to_recordset($2::json) as w(${referenceColumns})
    join channel_conversations v on v.connection_id = w.connection and v.key = w.key and v.tenant_id = $1 and v.brand_id = w.brand
    join channel_connections k on k.tenant_id = v.tenant_id and k.id = v.connection_id`,
  parameters: [tenant.id, JSON.stringify(references)],
  learn: (
    rows: ReadonlyArray<{
      readonly kind: ConnectionKind
      readonly connection_id: string
      readonly key: string
      readonly ticket_id: string
      readonly mode: "customer" | "agent"
      readonly updated_at: Moment
    }>
  ) => {
    for (const row of rows)
      known.learnBinding(connectionIdOf(row.kind, row.connection_id), row.key, {
        ticketId: idOf("ticket", row.ticket_id),
        mode: row.mode,
        heardAt: moment(row.updated_at)
      })
  }
})

const customersOf = (
  tenant: Tenant,
  people: ReadonlyArray<{ readonly connection: string; readonly id: string }>,
  known: Known
): Load => ({
  sql: `select k.kind, p.connection_id, p.external_id as person, c.* from json_to_recordset($2::json) as w(connection uuid, id text)
    join channel_people p on p.connection_id = w.connection and p.external_id = w.id and p.tenant_id = $1
    join channel_connections k on k.tenant_id = p.tenant_id and k.id = p.connection_id
    join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id and c.deleted_at is null`,
  parameters: [tenant.id, JSON.stringify(people)],
  learn: (
    rows: ReadonlyArray<
      CustomerRow & { readonly kind: ConnectionKind; readonly connection_id: string; readonly person: string }
    >
  ) => {
    for (const row of rows) {
      const customer = customerOf(row)
      known.learnCustomer(customer)
      known.learnPerson(connectionIdOf(row.kind, row.connection_id), row.person, customer.id)
    }
  }
})

/** Runs after the tickets, as their tags do: a merge that they waited for has also moved conversations. */
const ticketConversations = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  references: ReadonlyArray<ReferenceRow>,
  known: Known
): Load => ({
  sql: conversationsSql(
    references.length === 0 ? "$2::uuid[]" : `array(select unnest($2::uuid[]) union ${referencedTickets})`
  ),
  parameters: references.length === 0 ? [tenant.id, ids] : [tenant.id, ids, JSON.stringify(references)],
  learn: (rows: ReadonlyArray<ConversationRow>) => {
    for (const row of rows) known.conversations.set(idOf("ticket", row.ticket_id), ticketConversationOf(row))
  }
})
