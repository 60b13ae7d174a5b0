import { type BrandId, type Id, idOf, type TicketId, uuidOf } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import { tokenIn } from "../../domain/ReplyAddress.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { ArrivalReads } from "../../tickets/intake/Arrival.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import { idOr } from "../rows/columns.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"

type Command = Pick<TicketCommand<unknown, unknown>, "scope" | "reads">

/** One of the references by which an inbound message may point to a ticket; the others are absent. */
export interface ReferenceRow {
  readonly brand: string
  /** A message id. */
  readonly id?: string
  /** UUIDs of the records that a message id of ours is derived from. */
  readonly comment?: string
  readonly ticket?: string
  readonly message?: string
  /** A ticket's number. */
  readonly number?: number
  /** UUID of a connection, and the key of a conversation there. */
  readonly connection?: string
  readonly key?: string
}

/** What the inbound message of a command refers to. */
export const referencesOf = ({ reads: { inbound }, scope }: Command): ReadonlyArray<ReferenceRow> => {
  if (inbound === undefined) return []
  const brand = uuidOf(scope.brandId)
  return [
    ...inbound.references.map((id) => ({ brand, id })),
    ...(inbound.ownReferences ?? []).map(({ names, reference }) => ({ brand, id: reference, ...named(names) })),
    ...(inbound.numbers ?? []).map((number) => ({ brand, number })),
    ...(inbound.conversation === undefined
      ? []
      : [{ brand, connection: uuidOf(inbound.conversation.connectionId), key: inbound.conversation.key }])
  ]
}

const named = (id: Id<"comment" | "ticket" | "message">) => {
  const uuid = uuidOf(id)
  if (id.startsWith("cmt_")) return { comment: uuid }
  return id.startsWith("tkt_") ? { ticket: uuid } : { message: uuid }
}

/** The column definitions that read `ReferenceRow` from JSON. */
export const referenceColumns =
  "brand uuid, id text, comment uuid, ticket uuid, message uuid, number bigint, connection uuid, key text"

/** The tickets that references point to, for the tenant `$1` and the references `$3`. */
export const referencedTickets = `select m.ticket_id from json_to_recordset($3::json) as w(${referenceColumns})
    join message_ids m on m.brand_id = w.brand and m.message_id = w.id
  union select c.ticket_id from json_to_recordset($3::json) as w(${referenceColumns})
    join comments c on c.tenant_id = $1 and c.id = w.comment and c.brand_id = w.brand
  union select o.ticket_id from json_to_recordset($3::json) as w(${referenceColumns})
    join outgoing_mail o on o.id = w.message and o.brand_id = w.brand where o.ticket_id is not null
  union select t.id from json_to_recordset($3::json) as w(${referenceColumns})
    join tickets t on t.tenant_id = $1 and t.id = w.ticket and t.brand_id = w.brand
  union select t.id from json_to_recordset($3::json) as w(${referenceColumns})
    join tickets t on t.brand_id = w.brand and t.number = w.number
  union select v.ticket_id from json_to_recordset($3::json) as w(${referenceColumns})
    join channel_conversations v on v.connection_id = w.connection and v.key = w.key and v.brand_id = w.brand`

/** What the intake must know about messages beyond their tickets: their ids, their senders, and which addresses are ours. */
export const arrivalLoads = (tenant: Tenant, commands: ReadonlyArray<Command>, known: Known): ReadonlyArray<Load> => {
  const arrivals = commands.flatMap(({ reads: { inbound }, scope }) =>
    inbound?.sender === undefined ? [] : [{ ...inbound, sender: inbound.sender, brand: uuidOf(scope.brandId) }]
  )
  if (arrivals.length === 0) return []
  for (const { ticketIds = [] } of arrivals) for (const id of ticketIds) known.continued.add(id)
  for (const { brand, numbers = [] } of arrivals)
    for (const number of numbers) known.expectNumber(idOf("brand", brand), number)
  const own = commands.flatMap((command) =>
    referencesOf(command).filter((row) => "id" in row && Object.keys(row).length > 2)
  )
  const addresses = arrivals.flatMap(({ addresses = [] }) => addresses)
  const numbered = arrivals.flatMap(({ brand, numbers = [] }) => (numbers.length > 0 ? [brand] : []))
  return [
    ...(numbered.length > 0 ? [formerPrefixes(tenant, [...new Set(numbered)], known)] : []),
    namesakes(
      arrivals.map(({ brand, externalId }) => ({ brand, id: externalId })),
      known
    ),
    senders(
      tenant,
      arrivals.map(({ brand, sender }) => ({ brand, email: sender })),
      known
    ),
    ...(own.length > 0 ? [ownThreads(tenant, own, known)] : []),
    ...(addresses.length > 0 ? [ownAddresses(addresses, known)] : []),
    ...replyAddresses(tenant, addresses, known)
  ]
}

/** Prefix changes of a brand that are considered. Without an order and a limit, PostgreSQL would not walk their index. */
const changesOfPrefix = 100

/** Former prefixes, from the audit log: a few entries per brand, with an index of their own (`audit_log_prefixes`). */
const formerPrefixes = (tenant: Tenant, brands: ReadonlyArray<string>, known: Known): Load => ({
  sql: `select w.brand, a.prefix from unnest($2::uuid[]) w(brand), lateral (
      select a.changes -> 'ticketPrefix' ->> 'old' as prefix from audit_log a
      where a.tenant_id = $1 and a.entity_id = w.brand and a.changes -> 'ticketPrefix' ->> 'old' is not null
      order by a.id desc limit ${changesOfPrefix}) a
    where not exists (select from brands b where b.tenant_id = $1 and b.deleted_at is null and b.ticket_prefix = a.prefix)`,
  parameters: [tenant.id, brands],
  learn: (rows: ReadonlyArray<{ readonly brand: string; readonly prefix: string }>) => {
    for (const { brand, prefix } of rows) {
      const id = idOf("brand", brand)
      known.formerPrefixes.set(id, (known.formerPrefixes.get(id) ?? new Set()).add(prefix))
    }
  }
})

const namesakes = (
  ids: ReadonlyArray<{ readonly brand: string; readonly id: string | undefined }>,
  known: Known
): Load => ({
  sql: `select m.brand_id, m.message_id, m.direction, m.ticket_id from json_to_recordset($1::json) as w(brand uuid, id text)
    join message_ids m on m.brand_id = w.brand and m.message_id = w.id`,
  parameters: [JSON.stringify(ids)],
  learn: (
    rows: ReadonlyArray<{
      readonly brand_id: string
      readonly message_id: string
      readonly direction: "in" | "out"
      readonly ticket_id: string
    }>
  ) => {
    for (const { brand_id, direction, message_id, ticket_id } of rows)
      known.learnNamesake(idOf("brand", brand_id), message_id, direction === "out", idOf("ticket", ticket_id))
  }
})

/** Messages of the last hour that are counted, at most; a higher count says no more. */
const countedAtMost = 1_000

const senders = (
  tenant: Tenant,
  people: ReadonlyArray<{ readonly brand: string; readonly email: string }>,
  known: Known
): Load => ({
  sql: `select w.brand, w.email, m.id as member_id, m.name as member_name,
      k.recent, k.by_ticket, exists (select from bounced_addresses a
        where a.brand_id = w.brand and a.address = w.email and a.reason = 'bounce') as rests
    from json_to_recordset($2::json) as w(brand uuid, email text)
    left join lateral (select coalesce(sum(n), 0)::bigint as recent, json_object_agg(ticket_id, n) filter (where ticket_id is not null) as by_ticket
      from (select ticket_id, count(*) as n from (select ticket_id from inbound_messages i where i.tenant_id = $1 and i.brand_id = w.brand
        and i.sender = w.email and i.id > uuid_at(now() - interval '1 hour') limit ${countedAtMost}) counted group by ticket_id) tickets) k on true
    left join lateral (select id, coalesce(display_name, nullif(concat_ws(' ', first_name, last_name), '')) as name from members
      where account_id = $3 and email = w.email and status = 'active'
        and (role <> 'agent' or all_brands or w.brand = any(brand_ids)) limit 1) m on true`,
  parameters: [tenant.id, JSON.stringify(people), uuidOf(tenant.accountId)],
  learn: (
    rows: ReadonlyArray<{
      readonly brand: string
      readonly email: string
      readonly member_id: string | null
      readonly member_name: string | null
      readonly recent: number
      readonly by_ticket: Readonly<Record<string, number>> | null
      readonly rests: boolean
    }>
  ) => {
    for (const row of rows)
      known.learnCorrespondent(idOf("brand", row.brand), row.email, {
        recent: row.recent,
        recentOn: new Map(Object.entries(row.by_ticket ?? {}).map(([id, count]) => [idOf("ticket", id), count])),
        rests: row.rests,
        member:
          row.member_id === null ? undefined : { id: idOf("member", row.member_id), name: row.member_name ?? undefined }
      })
  }
})

const ownThreads = (tenant: Tenant, references: ReadonlyArray<ReferenceRow>, known: Known): Load => ({
  sql: `select w.brand, w.id, coalesce(c.ticket_id, o.ticket_id, t.id) as ticket_id
    from json_to_recordset($2::json) as w(${referenceColumns})
    left join comments c on c.tenant_id = $1 and c.id = w.comment and c.brand_id = w.brand
    left join outgoing_mail o on o.id = w.message and o.brand_id = w.brand
    left join tickets t on t.tenant_id = $1 and t.id = w.ticket and t.brand_id = w.brand`,
  parameters: [tenant.id, JSON.stringify(references)],
  learn: (rows: ReadonlyArray<{ readonly brand: string; readonly id: string; readonly ticket_id: string | null }>) => {
    for (const row of rows)
      if (row.ticket_id !== null)
        known.learnThread(idOf("brand", row.brand), row.id, idOf("ticket", row.ticket_id) satisfies TicketId, "out")
  }
})

type AskedAddress = NonNullable<ArrivalReads["addresses"]>[number]

/**
 * Follows the rules of `SqlRecipientDirectory`: the address itself, the same without its tag, and the catch-all of its domain.
 */
const ownAddresses = (addresses: ReadonlyArray<AskedAddress>, known: Known): Load => ({
  sql: `select w.email, w.named, a.brand_id from json_to_recordset($1::json) as w(email text, local text, domain text, named boolean)
    join addresses a on a.local_part = w.local and a.domain = w.domain and a.verified`,
  parameters: [
    JSON.stringify(
      addresses.flatMap(({ domain, email, localPart }) => [
        { email, domain, local: localPart, named: true },
        ...(localPart.includes("+") ? [{ email, domain, local: localPart.split("+", 1)[0] }] : []),
        ...(domain === "" ? [] : [{ email, domain, local: "*" }])
      ])
    )
  ],
  learn: (
    rows: ReadonlyArray<{ readonly email: string; readonly named: boolean | null; readonly brand_id: string }>
  ) => {
    for (const { brand_id, email, named } of rows) {
      known.ours.add(email)
      if (named === true) known.ownAddresses.set(email, idOf("brand", brand_id) satisfies BrandId)
    }
  }
})

/** A token leads to its ticket whatever domain it appears at. */
const replyAddresses = (tenant: Tenant, addresses: ReadonlyArray<AskedAddress>, known: Known): ReadonlyArray<Load> => {
  const tokens = addresses.flatMap(({ email, localPart }) => {
    const token = tokenIn("reply", localPart)
    return token === undefined ? [] : [{ email, token }]
  })
  return tokens.length === 0
    ? []
    : [
        {
          sql: `select w.email from json_to_recordset($2::json) as w(email text, token text)
    join reply_addresses r on r.tenant_id = $1 and r.token = w.token`,
          parameters: [tenant.id, JSON.stringify(tokens)],
          learn: (rows: ReadonlyArray<{ readonly email: string }>) => {
            for (const { email } of rows) known.ours.add(email)
          }
        }
      ]
}

/**
 * Decodes first: under row-level security, only leakproof functions may be used in an index condition, and `decode` is not one.
 */
export const duplicates = (keys: ReadonlyArray<{ brand: string; key: string }>, known: Known): Load => ({
  sql: `select i.id, i.brand_id, encode(i.dedupe_key, 'hex') as key, coalesce(i.outcome, 'none') as outcome, i.ticket_id, i.comment_id
    from (select w.brand, decode(w.key, 'hex') as key from json_to_recordset($1::json) as w(brand uuid, key text) offset 0) w
    join inbound_messages i on i.brand_id = w.brand and i.dedupe_key = w.key`,
  parameters: [JSON.stringify(keys)],
  learn: (
    rows: ReadonlyArray<{
      readonly id: string
      readonly brand_id: string
      readonly key: string
      readonly outcome: IntakeResult["outcome"]
      readonly ticket_id: string | null
      readonly comment_id: string | null
    }>
  ) => {
    for (const row of rows)
      known.learnDuplicate(idOf("brand", row.brand_id), row.key, {
        inboundId: idOf("inbound", row.id),
        outcome: row.outcome,
        duplicate: true,
        ticketId: idOr("ticket", row.ticket_id),
        commentId: idOr("comment", row.comment_id)
      })
  }
})

export const threads = (references: ReadonlyArray<ReferenceRow>, known: Known): Load => ({
  sql: `select m.brand_id, m.message_id, m.ticket_id, m.direction from json_to_recordset($1::json) as w(${referenceColumns})
    join message_ids m on m.brand_id = w.brand and m.message_id = w.id`,
  parameters: [JSON.stringify(references)],
  learn: (
    rows: ReadonlyArray<{
      readonly brand_id: string
      readonly message_id: string
      readonly ticket_id: string
      readonly direction: "in" | "out"
    }>
  ) => {
    for (const row of rows)
      known.learnThread(idOf("brand", row.brand_id), row.message_id, idOf("ticket", row.ticket_id), row.direction)
  }
})
