import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { type BrandId, idOf, type TicketId, uuidOf } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { Status } from "../../domain/Status.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { TicketCommand } from "../../tickets/TicketStore.ts"
import { type AttachmentRow, attachmentOf, storedAttachmentColumns } from "../rows/attachmentRow.ts"
import { type CategoryRow, categoryOf } from "../rows/categoryRow.ts"
import { idOr, type Moment, moment } from "../rows/columns.ts"
import { type CommentRow, commentColumns, commentOf } from "../rows/commentRow.ts"
import { type CompanyRow, companyOf } from "../rows/companyRow.ts"
import { type CustomerRow, customerOf } from "../rows/customerRow.ts"
import { isMessage, type MessageRow, messageColumns, messageOf } from "../rows/messageRow.ts"
import { type TagRow, tagOf } from "../rows/tagRow.ts"
import { type TicketRow, ticketOf, untaggedTicketColumns } from "../rows/ticketRow.ts"
import { type Batch, hex } from "./Batch.ts"
import { arrivalLoads, type ReferenceRow, referenceColumns, referencedTickets, referencesOf } from "./loadArrivals.ts"
import { conversationLoads } from "./loadConversations.ts"
import { textingLoads } from "./loadTexting.ts"

/** The part of a command that says what to load. */
type AnyCommand = Pick<TicketCommand<unknown, unknown>, "scope" | "reads"> & {
  readonly receipt?: { readonly key: Uint8Array } | undefined
}

/** One statement of the first round trip, and what its rows teach the batch. */
export interface Load {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
  readonly learn: (rows: ReadonlyArray<never>) => void
}

/**
 * Begins a transaction and loads what the commands asked to see, in one round trip: one statement for each kind of
 * record that any of them needs. All tickets are locked, in the order of their ids, and before them the brands where a
 * command may open a ticket, make or change a customer, or make a tag.
 */
export const loadBatch = (
  connection: PgConnection,
  tenant: Tenant,
  commands: ReadonlyArray<AnyCommand>,
  batch: Batch,
  /** `within`: the transaction has begun; from here on it acts for this tenant. */
  transaction: "begin" | "within" = "begin"
): Effect.Effect<void, SqlError.SqlError> => {
  const run = (loads: ReadonlyArray<Load>) =>
    loads.map(({ sql, parameters, learn }) =>
      // Each `learn` is written for the columns of the statement beside it.
      Effect.map(connection.query(sql, parameters), ({ rows }) => learn(rows as ReadonlyArray<never>))
    )
  /** Tickets that were merged away while we waited for them: what took them in is loaded too, hop by hop. */
  const followMerges = (looked: ReadonlySet<TicketId>): Effect.Effect<void, SqlError.SqlError> => {
    const ends = batch.mergeTargetsToLoad().filter((id) => !looked.has(id))
    if (ends.length === 0) return Effect.void
    const ids = unique(ends.map(uuidOf))
    return Effect.all(
      run([
        tickets(tenant, ids, [], batch),
        ticketTags(tenant, ids, [], batch),
        customers(tenant, [], ids, [], batch),
        categories(tenant, [], ids, batch)
      ]),
      { concurrency: "unbounded", discard: true }
    ).pipe(Effect.andThen(Effect.suspend(() => followMerges(new Set([...looked, ...ends])))))
  }
  const begin = transaction === "begin" ? [connection.query("BEGIN")] : []
  return Effect.all([...begin, ...run(plan(tenant, commands, batch))], {
    concurrency: "unbounded",
    discard: true
  }).pipe(Effect.andThen(Effect.suspend(() => followMerges(new Set()))))
}

const plan = (tenant: Tenant, commands: ReadonlyArray<AnyCommand>, batch: Batch): ReadonlyArray<Load> => {
  const brandIds = unique(commands.map(({ scope }) => uuidOf(scope.brandId)))
  const locksBrands = commands.some(
    ({ reads }) =>
      reads.ticketId === undefined ||
      reads.customer !== undefined ||
      reads.changesCustomer === true ||
      (reads.tagNames ?? []).length > 0
  )
  const emails = commands.flatMap(({ reads: { customer }, scope }) =>
    customer !== undefined && "email" in customer
      ? [{ brand: uuidOf(scope.brandId), email: customer.email, domain: domainOf(customer.email) }]
      : []
  )
  const customerIds = unique(
    commands.flatMap(({ reads: { customer } }) =>
      customer !== undefined && "id" in customer ? [uuidOf(customer.id)] : []
    )
  )
  const customerKeys = commands.flatMap(({ reads, scope }) =>
    reads.customerKeys === undefined ? [] : [{ brand: uuidOf(scope.brandId), ...reads.customerKeys }]
  )
  const ticketIds = unique(
    commands.flatMap(({ reads: { inbound, otherTicketIds = [], ticketId } }) => [
      ...(ticketId === undefined ? [] : [ticketId, ...otherTicketIds].map(uuidOf)),
      ...(inbound?.ticketIds ?? []).map(uuidOf)
    ])
  )
  const watched = unique(
    commands.flatMap(({ reads: { otherTicketIds = [], ticketId, watchers } }) =>
      ticketId === undefined || watchers !== true ? [] : [ticketId, ...otherTicketIds].map(uuidOf)
    )
  )
  const references = commands.flatMap(referencesOf)
  const dedupe = commands.flatMap(({ reads, scope }) =>
    reads.inbound === undefined ? [] : [{ brand: uuidOf(scope.brandId), key: hex(reads.inbound.dedupeKey) }]
  )
  const tagNames = commands.flatMap(({ reads, scope }) =>
    (reads.tagNames ?? []).map((name) => ({ brand: uuidOf(scope.brandId), name }))
  )
  const withCompanies = commands.some(({ reads }) => reads.companyIds !== undefined)
  const ids = {
    companies: unique(commands.flatMap(({ reads }) => (reads.companyIds ?? []).map(uuidOf))),
    tags: unique(commands.flatMap(({ reads }) => (reads.tagIds ?? []).map(uuidOf))),
    categories: unique(
      commands.flatMap(({ reads }) => (reads.categoryId === undefined ? [] : [uuidOf(reads.categoryId)]))
    ),
    assignees: unique(
      commands.flatMap(({ reads: { assigneeId, memberIds = [] } }) =>
        (assigneeId === undefined ? memberIds : [...memberIds, assigneeId]).map(uuidOf)
      )
    ),
    attachments: unique(
      commands.flatMap(({ reads }) => [...(reads.attachmentIds ?? []), ...(reads.fileIds ?? [])].map(uuidOf))
    ),
    comments: unique(commands.flatMap(({ reads }) => (reads.commentIds ?? []).map(uuidOf))),
    messages: unique(commands.flatMap(({ reads }) => (reads.messageIds ?? []).map(uuidOf))),
    carried: unique(
      commands.flatMap(({ reads }) => (reads.carriers === true ? (reads.commentIds ?? []).map(uuidOf) : []))
    ),
    addresses: unique(commands.flatMap(({ reads }) => (reads.addressId === undefined ? [] : [uuidOf(reads.addressId)])))
  }
  const receipts = commands.flatMap(({ receipt }) => (receipt === undefined ? [] : [hex(receipt.key)]))
  const wanted = ticketIds.length > 0 || references.length > 0

  return [
    brands(tenant, brandIds, locksBrands, batch),
    ...when(receipts.length > 0, () => receiptsLoad(tenant, receipts, batch)),
    ...when(emails.length > 0, () => customersByEmail(emails, batch)),
    ...when(customerKeys.length > 0, () => customersByKey(tenant, customerKeys, batch)),
    ...when(dedupe.length > 0, () => duplicates(dedupe, batch)),
    ...when(references.length > 0, () => threads(references, batch)),
    ...arrivalLoads(tenant, commands, batch),
    ...when(wanted, () => tickets(tenant, ticketIds, references, batch)),
    ...when(wanted, () => ticketTags(tenant, ticketIds, references, batch)),
    ...when(wanted || customerIds.length > 0, () => customers(tenant, customerIds, ticketIds, references, batch)),
    ...textingLoads(tenant, commands, batch),
    ...conversationLoads(tenant, commands, ticketIds, references, batch),
    ...when(watched.length > 0, () => watchers(tenant, watched, batch)),
    ...when(withCompanies, () => companies(tenant, ids.companies, customerIds, emails, batch)),
    ...when(tagNames.length > 0, () => tagsByName(tenant, tagNames, batch)),
    ...when(ids.tags.length > 0, () => tagsById(tenant, ids.tags, batch)),
    ...when(wanted || ids.categories.length > 0, () => categories(tenant, ids.categories, ticketIds, batch)),
    ...when(ids.assignees.length > 0, () => assignees(tenant, ids.assignees, brandIds, batch)),
    ...when(ids.attachments.length > 0, () => attachments(tenant, ids.attachments, batch)),
    ...when(ids.comments.length > 0, () => comments(tenant, ids.comments, batch)),
    ...when(ids.messages.length > 0, () => messages(tenant, "id", ids.messages, batch)),
    ...when(ids.carried.length > 0, () => messages(tenant, "comment_id", ids.carried, batch)),
    ...when(ids.addresses.length > 0, () => senders(tenant, ids.addresses, batch))
  ]
}

/** An e-mail address in a brand, and the domain that may be a company's. */
interface Address {
  readonly brand: string
  readonly email: string
  readonly domain: string
}

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1)

const unique = (values: ReadonlyArray<string>) => [...new Set(values)].sort()
const when = (condition: boolean, load: () => Load): ReadonlyArray<Load> => (condition ? [load()] : [])

const brands = (tenant: Tenant, ids: ReadonlyArray<string>, lock: boolean, batch: Batch): Load => ({
  // The scope comes first and lasts for the whole transaction.
  sql: `select now()::timestamptz(3) as now, b.* from tenant_scope($1) s, lateral (
    select id, name, ticket_prefix, next_ticket_number, reply_status, closed_reply, closed_reply_window_days, assignee_on_reopen, autoresponse_enabled, sms_email_prompt,
      (select json_agg(json_build_object('id', s.id, 'key', s.key, 'category', s.category, 'name', s.name,
        'isDefault', s.is_default, 'isActive', s.is_active)) from statuses s where s.brand_id = brands.id) as statuses,
      exists (select from webhooks w where w.tenant_id = brands.tenant_id and w.brand_id = brands.id and w.status <> 'disabled') as subscribed,
      exists (select from channel_connections k where k.tenant_id = brands.tenant_id and k.kind = 'chat') as chats
    from brands where tenant_id = s.tenant_id and id = any($2::uuid[]) and deleted_at is null order by id
    ${lock ? "for no key update" : ""} offset 0) b`,
  parameters: [tenant.id, ids],
  learn: (
    rows: ReadonlyArray<{
      readonly now: Moment
      readonly id: string
      readonly name: string
      readonly ticket_prefix: string
      readonly next_ticket_number: number
      readonly reply_status: "keep" | "pending" | "resolved"
      readonly closed_reply: "reopen" | "follow_up" | "window"
      readonly closed_reply_window_days: number
      readonly assignee_on_reopen: "keep" | "unassign"
      readonly autoresponse_enabled: boolean
      readonly sms_email_prompt: string | null
      readonly statuses: ReadonlyArray<Omit<Status, "id"> & { readonly id: string }> | null
      readonly subscribed: boolean
      readonly chats: boolean
    }>
  ) => {
    for (const row of rows) {
      const id = idOf("brand", row.id)
      batch.now ??= moment(row.now)
      batch.subscribed ||= row.subscribed
      batch.chats ||= row.chats
      batch.brands.set(id, {
        id,
        name: row.name,
        ticketPrefix: row.ticket_prefix,
        nextTicketNumber: row.next_ticket_number,
        replyStatus: row.reply_status,
        closedReply: row.closed_reply,
        closedReplyWindowDays: row.closed_reply_window_days,
        assigneeOnReopen: row.assignee_on_reopen,
        autoresponseEnabled: row.autoresponse_enabled,
        smsEmailPrompt: row.sms_email_prompt ?? undefined,
        statuses: (row.statuses ?? []).map((status) => ({ ...status, id: idOf("status", status.id) }))
      })
    }
  }
})

const receiptsLoad = (tenant: Tenant, keys: ReadonlyArray<string>, batch: Batch): Load => ({
  sql: `select encode(key, 'hex') as key, encode(fingerprint, 'hex') as fingerprint, status, headers, body, sealed from receipts
    where tenant_id = $1 and key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))`,
  parameters: [tenant.id, keys],
  learn: (
    rows: ReadonlyArray<{
      readonly key: string
      readonly fingerprint: string
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
      readonly sealed: boolean
    }>
  ) => {
    for (const { key, fingerprint, sealed, ...answer } of rows)
      batch.receipts.set(key, { fingerprint, answer, secret: sealed })
  }
})

const customersByEmail = (emails: ReadonlyArray<Address>, batch: Batch): Load => ({
  sql: `select w.brand as asked_brand, w.email as asked_email, c.*,
      (select m.id from companies m where m.brand_id = w.brand and m.domain = w.domain) as domain_company_id
    from json_to_recordset($1::json) as w(brand uuid, email text, domain text)
    left join customers c on c.brand_id = w.brand and c.email = w.email and c.deleted_at is null`,
  parameters: [JSON.stringify(emails)],
  learn: (
    rows: ReadonlyArray<
      CustomerRow & {
        readonly asked_brand: string
        readonly asked_email: string
        readonly domain_company_id: string | null
      }
    >
  ) => {
    for (const row of rows) {
      const company = idOr("company", row.domain_company_id)
      if (company !== undefined) batch.learnCompanyOf(idOf("brand", row.asked_brand), row.asked_email, company)
      // The other side of the left join: there is no such customer.
      if ((row.id as string | null) !== null) batch.learnCustomer(customerOf(row))
    }
  }
})

const customersByKey = (
  tenant: Tenant,
  keys: ReadonlyArray<
    { readonly brand: string } & NonNullable<TicketCommand<unknown, unknown>["reads"]["customerKeys"]>
  >,
  batch: Batch
): Load => ({
  sql: (
    [
      ["email", "email"],
      ["external_id", '"externalId"'],
      ["phone", "phone"]
    ] as const
  )
    .map(
      ([
        column,
        key
      ]) => `select c.* from json_to_recordset($1::json) as w(brand uuid, email text, "externalId" text, phone text)
    join customers c on c.brand_id = w.brand and c.${column} = w.${key} and c.deleted_at is null and c.tenant_id = $2`
    )
    .join(" union all "),
  parameters: [JSON.stringify(keys), tenant.id],
  learn: (rows: ReadonlyArray<CustomerRow>) => {
    for (const row of rows) batch.learnCustomer(customerOf(row))
  }
})

/** Decoded first: row-level security lets no index be asked with what could leak, and `decode` counts as such. */
const duplicates = (keys: ReadonlyArray<{ brand: string; key: string }>, batch: Batch): Load => ({
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
      batch.learnDuplicate(idOf("brand", row.brand_id), row.key, {
        inboundId: idOf("inbound", row.id),
        outcome: row.outcome,
        duplicate: true,
        ticketId: idOr("ticket", row.ticket_id),
        commentId: idOr("comment", row.comment_id)
      })
  }
})

type References = ReadonlyArray<ReferenceRow>

const threads = (references: References, batch: Batch): Load => ({
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
      batch.learnThread(idOf("brand", row.brand_id), row.message_id, idOf("ticket", row.ticket_id), row.direction)
  }
})

/** The ids of the tickets asked for: by id, and by the messages that they know. */
const ticketIdsSql = `select unnest($2::uuid[]) union ${referencedTickets}`

/** A ticket, and whether anybody watches it: whom to tell is looked up only then. */
const lockedTicketColumns = `${untaggedTicketColumns},
  exists (select from watchers w where w.tenant_id = t.tenant_id and w.ticket_id = t.id) as watched`

const tickets = (tenant: Tenant, ids: ReadonlyArray<string>, references: References, batch: Batch): Load => ({
  sql:
    references.length === 0
      ? `select ${lockedTicketColumns} from tickets t where t.tenant_id = $1 and t.id = any($2::uuid[]) order by t.id for no key update of t`
      : `select ${lockedTicketColumns} from tickets t where t.tenant_id = $1 and t.id = any(array(${ticketIdsSql})) order by t.id for no key update of t`,
  parameters: references.length === 0 ? [tenant.id, ids] : [tenant.id, ids, JSON.stringify(references)],
  learn: (rows: ReadonlyArray<Omit<TicketRow, "tags"> & { readonly watched: boolean }>) => {
    for (const row of rows) {
      const ticket = ticketOf({ ...row, tags: null })
      batch.learnTicket(ticket)
      if (row.watched) batch.watched.add(ticket.id)
    }
  }
})

/** After the tickets, because what a statement reads beside a row that it waited for is from before the wait. */
const ticketTags = (tenant: Tenant, ids: ReadonlyArray<string>, references: References, batch: Batch): Load => ({
  sql: `select l.ticket_id, g.* from ticket_tags l join tags g on g.tenant_id = l.tenant_id and g.id = l.tag_id
    where l.tenant_id = $1 and l.ticket_id = any(${references.length === 0 ? "$2::uuid[]" : `array(${ticketIdsSql})`}) order by g.name`,
  parameters: references.length === 0 ? [tenant.id, ids] : [tenant.id, ids, JSON.stringify(references)],
  learn: (rows: ReadonlyArray<TagRow & { readonly ticket_id: string }>) => {
    for (const row of rows) batch.learnTagOf(idOf("ticket", row.ticket_id), tagOf(row))
  }
})

const customers = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  ticketIds: ReadonlyArray<string>,
  references: References,
  batch: Batch
): Load => ({
  sql: `select c.* from customers c where c.tenant_id = $1 and c.id = any(array(select unnest($4::uuid[]) union
    select t.customer_id from tickets t where t.tenant_id = $1 and t.id = any(array(${ticketIdsSql}))))`,
  parameters: [tenant.id, ticketIds, JSON.stringify(references), ids],
  learn: (rows: ReadonlyArray<CustomerRow>) => {
    for (const row of rows) batch.learnCustomer(customerOf(row))
  }
})

const watchers = (tenant: Tenant, ids: ReadonlyArray<string>, batch: Batch): Load => ({
  sql: "select ticket_id, member_id from watchers where tenant_id = $1 and ticket_id = any($2::uuid[])",
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<{ readonly ticket_id: string; readonly member_id: string }>) => {
    for (const row of rows) batch.watching.push({ ticketId: idOf("ticket", row.ticket_id), memberId: row.member_id })
  }
})

const companies = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  customerIds: ReadonlyArray<string>,
  emails: ReadonlyArray<Address>,
  batch: Batch
): Load => ({
  sql: `select co.* from companies co where co.tenant_id = $1 and co.id = any(array(select unnest($2::uuid[])
    union select c.company_id from customers c where c.tenant_id = $1 and c.id = any($3::uuid[])
    union select m.id from json_to_recordset($4::json) as w(brand uuid, domain text)
      join companies m on m.brand_id = w.brand and m.domain = w.domain))`,
  parameters: [tenant.id, ids, customerIds, JSON.stringify(emails)],
  learn: (rows: ReadonlyArray<CompanyRow>) => {
    for (const row of rows) batch.companies.set(idOf("company", row.id), companyOf(row))
  }
})

/** Where a name is new, its brand's tags are counted, once for each brand; the brand is locked, so that the count stays true. */
const tagsByName = (tenant: Tenant, names: ReadonlyArray<{ brand: string; name: string }>, batch: Batch): Load => ({
  // The names are folded first: a comparison that folds them may not use the index under row-level security.
  sql: `with named as materialized (
      select w.brand as asked_brand, w.name as asked_name, lower(w.name) as asked_folded from json_to_recordset($2::json) as w(brand uuid, name text)),
    asked as materialized (select w.*, g.* from named w
      left join tags g on g.tenant_id = $1 and g.brand_id = w.asked_brand and g.folded_name = w.asked_folded)
    select a.*, n.tag_count from asked a left join (
      select m.brand, (select count(*) from tags t where t.tenant_id = $1 and t.brand_id = m.brand) as tag_count
      from (select distinct asked_brand as brand from asked where id is null) m) n on n.brand = a.asked_brand`,
  parameters: [tenant.id, JSON.stringify(names)],
  learn: (
    rows: ReadonlyArray<
      TagRow & {
        readonly asked_brand: string
        readonly asked_name: string
        readonly asked_folded: string
        readonly tag_count: number | null
      }
    >
  ) => {
    for (const row of rows) {
      batch.foldedNames.set(row.asked_name, row.asked_folded)
      if (row.tag_count !== null) batch.tagCounts.set(idOf("brand", row.asked_brand), row.tag_count)
      // The other side of the left join: there is no such tag.
      if ((row.id as string | null) === null) continue
      batch.foldedNames.set(row.name, row.asked_folded)
      batch.learnTag(tagOf(row))
    }
  }
})

const tagsById = (tenant: Tenant, ids: ReadonlyArray<string>, batch: Batch): Load => ({
  sql: "select g.* from tags g where g.tenant_id = $1 and g.id = any($2::uuid[])",
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<TagRow & { readonly folded_name: string }>) => {
    for (const row of rows) {
      batch.foldedNames.set(row.name, row.folded_name)
      batch.learnTag(tagOf(row))
    }
  }
})

const categories = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  ticketIds: ReadonlyArray<string>,
  batch: Batch
): Load => ({
  sql: `select * from categories where tenant_id = $1 and id = any(array(select unnest($2::uuid[]) union
    select category_id from tickets where tenant_id = $1 and id = any($3::uuid[]) and category_id is not null))`,
  parameters: [tenant.id, ids, ticketIds],
  learn: (rows: ReadonlyArray<CategoryRow>) => {
    for (const row of rows) batch.categories.set(idOf("category", row.id), categoryOf(row))
  }
})

const assignees = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  brandIds: ReadonlyArray<string>,
  batch: Batch
): Load => ({
  sql: `select m.id, b.brand_id from members m cross join unnest($3::uuid[]) as b(brand_id)
    where m.account_id = $1 and m.id = any($2::uuid[]) and m.status = 'active'
      and (m.role <> 'agent' or m.all_brands or b.brand_id = any(m.brand_ids))`,
  parameters: [uuidOf(tenant.accountId), ids, brandIds],
  learn: (rows: ReadonlyArray<{ readonly id: string; readonly brand_id: string }>) => {
    for (const row of rows) batch.learnAssignee(idOf("brand", row.brand_id) satisfies BrandId, idOf("member", row.id))
  }
})

const attachments = (tenant: Tenant, ids: ReadonlyArray<string>, batch: Batch): Load => ({
  sql: `select ${storedAttachmentColumns.join(", ")} from attachments
    where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null order by id for no key update`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<AttachmentRow>) => {
    for (const row of rows) batch.attachments.set(idOf("attachment", row.id), attachmentOf(row))
  }
})

const comments = (tenant: Tenant, ids: ReadonlyArray<string>, batch: Batch): Load => ({
  sql: `select ${commentColumns} from comments c where c.tenant_id = $1 and c.id = any($2::uuid[])`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<CommentRow>) => {
    for (const row of rows) batch.comments.set(idOf("comment", row.id), commentOf(row))
  }
})

/** After the tickets, whose lock keeps the state of their messages, but for who begins to send one: that waits for the rows. */
const messages = (tenant: Tenant, by: "id" | "comment_id", ids: ReadonlyArray<string>, batch: Batch): Load => ({
  sql: `select ${messageColumns} from outgoing_mail m
    where m.tenant_id = $1 and m.${by} = any($2::uuid[]) and m.ticket_id is not null and ${isMessage} order by m.id for no key update`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<MessageRow>) => {
    for (const row of rows) {
      const message = messageOf(row)
      batch.messages.set(message.id, message)
    }
  }
})

const senders = (tenant: Tenant, ids: ReadonlyArray<string>, batch: Batch): Load => ({
  sql: "select id, brand_id from addresses where tenant_id = $1 and id = any($2::uuid[]) and verified",
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<{ readonly id: string; readonly brand_id: string }>) => {
    for (const row of rows) batch.learnSender(idOf("brand", row.brand_id), idOf("address", row.id))
  }
})
