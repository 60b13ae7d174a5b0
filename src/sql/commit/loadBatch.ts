import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { type CustomerId, type TicketId, uuidOf } from "../../domain/Ids.ts"
import { domainOf } from "../../domain/SupportAddress.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import { hex } from "../hex.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"
import { arrivalLoads, duplicates, referencesOf, threads } from "./loadArrivals.ts"
import { brands, receiptsLoad } from "./loadBrands.ts"
import { arrivedFiles, attachments, comments, messages, successors } from "./loadContents.ts"
import { conversationLoads } from "./loadConversations.ts"
import { passedCustomers, passedTickets } from "./loadMerges.ts"
import { companies, customers, customersByEmail, customersByKey, members, senders, watchers } from "./loadPeople.ts"
import { textingLoads } from "./loadTexting.ts"
import { categories, tagsById, tagsByName, tickets, ticketsOfRenamed, ticketTags } from "./loadTickets.ts"

/** The part of a command that says what to load. */
type AnyCommand = Pick<TicketCommand<unknown, unknown>, "scope" | "reads"> & {
  readonly receipt?: { readonly key: Uint8Array } | undefined
}

/**
 * Begins a transaction and loads what the commands asked to see, in one round trip: one statement for each kind of record that
 * any of them needs. Locks all tickets, ordered by id, and before them the brands if a command may open a ticket, create or
 * change a customer, or create a tag.
 */
export const loadBatch = (
  connection: PgConnection,
  tenant: Tenant,
  commands: ReadonlyArray<AnyCommand>,
  known: Known,
  /** `within`: the transaction has already begun; from here on it acts for this tenant. */
  transaction: "begin" | "within" = "begin"
): Effect.Effect<void, SqlError.SqlError> => {
  const run = (loads: ReadonlyArray<Load>) =>
    loads.map(({ sql, parameters, learn }) =>
      // Each `learn` is written for the columns of the statement beside it.
      Effect.map(connection.query(sql, parameters), ({ rows }) => learn(rows as ReadonlyArray<never>))
    )
  /**
   * For merged tickets, also loads the ticket at the end of the chain, including merges committed while this waited for locks.
   * Likewise for merged customers, as long as their tickets have not yet moved.
   */
  const followMerges = (looked: ReadonlySet<TicketId | CustomerId>): Effect.Effect<void, SqlError.SqlError> => {
    const next = known.ticketsToLoad().filter((id) => !looked.has(id))
    const people = known.customersToLoad().filter((id) => !looked.has(id))
    if (next.length === 0 && people.length === 0) return Effect.void
    const loadEnds = Effect.suspend(() => {
      const ends = known.ticketsToLoad()
      const living = known.customersToLoad()
      const ids = unique(ends.map(uuidOf))
      const ofTickets = [
        tickets(tenant, ids, [], known),
        ticketTags(tenant, ids, [], known),
        watchers(tenant, ids, [], known),
        categories(tenant, [], ids, known)
      ]
      return Effect.all(
        run([...(ids.length > 0 ? ofTickets : []), customers(tenant, unique(living.map(uuidOf)), ids, [], known)]),
        { concurrency: "unbounded", discard: true }
      ).pipe(
        Effect.andThen(Effect.suspend(() => followMerges(new Set([...looked, ...next, ...ends, ...people, ...living]))))
      )
    })
    const passing = run([
      ...when(next.length > 0, () => passedTickets(tenant, unique(next.map(uuidOf)), known)),
      ...when(people.length > 0, () => passedCustomers(tenant, unique(people.map(uuidOf)), known))
    ])
    return Effect.andThen(Effect.all(passing, { concurrency: "unbounded", discard: true }), loadEnds)
  }
  const begin = transaction === "begin" ? [connection.query("BEGIN")] : []
  return Effect.all([...begin, ...run(plan(tenant, commands, known))], {
    concurrency: "unbounded",
    discard: true
  }).pipe(Effect.andThen(Effect.suspend(() => followMerges(new Set()))))
}

/** Whether the brands are locked: a command may open a ticket, create or change a customer, or create a tag. */
export const holdsBrands = (commands: ReadonlyArray<Pick<AnyCommand, "reads">>): boolean =>
  commands.some(
    ({ reads }) =>
      reads.ticketId === undefined ||
      reads.customer !== undefined ||
      reads.changesCustomer === true ||
      (reads.tagNames ?? []).length > 0
  )

const plan = (tenant: Tenant, commands: ReadonlyArray<AnyCommand>, known: Known): ReadonlyArray<Load> => {
  const brandIds = unique(commands.map(({ scope }) => uuidOf(scope.brandId)))
  known.holdsBrands = holdsBrands(commands)
  // The ticket of an inbound message was looked up earlier, and may have been merged since.
  for (const { reads } of commands)
    if (reads.inbound !== undefined && reads.ticketId !== undefined) known.continued.add(reads.ticketId)
  const emails = commands.flatMap(({ reads: { customer }, scope }) =>
    customer !== undefined && "email" in customer
      ? [{ brand: uuidOf(scope.brandId), email: customer.email, domain: domainOf(customer.email) }]
      : []
  )
  const customerIds = unique(
    commands.flatMap(({ reads: { customer, otherCustomerIds = [] } }) => [
      ...(customer !== undefined && "id" in customer ? [uuidOf(customer.id)] : []),
      ...otherCustomerIds.map(uuidOf)
    ])
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
    members: unique(
      commands.flatMap(({ reads: { assigneeId, memberIds = [] } }) =>
        (assigneeId === undefined ? memberIds : [...memberIds, assigneeId]).map(uuidOf)
      )
    ),
    attachments: unique(
      commands.flatMap(({ reads }) => [...(reads.attachmentIds ?? []), ...(reads.fileIds ?? [])].map(uuidOf))
    ),
    arrived: unique(commands.flatMap(({ reads }) => (reads.filesOf === undefined ? [] : [uuidOf(reads.filesOf)]))),
    comments: unique(commands.flatMap(({ reads }) => (reads.commentIds ?? []).map(uuidOf))),
    messages: unique(commands.flatMap(({ reads }) => (reads.messageIds ?? []).map(uuidOf))),
    carried: unique(
      commands.flatMap(({ reads }) => (reads.carriers === true ? (reads.commentIds ?? []).map(uuidOf) : []))
    ),
    succeeded: unique(
      commands.flatMap(({ reads }) => (reads.successors === true ? (reads.commentIds ?? []).map(uuidOf) : []))
    ),
    addresses: unique(commands.flatMap(({ reads }) => (reads.addressId === undefined ? [] : [uuidOf(reads.addressId)])))
  }
  const receipts = commands.flatMap(({ receipt }) => (receipt === undefined ? [] : [hex(receipt.key)]))
  const areToWatch = commands.some(({ reads: { memberIds = [] } }) => memberIds.length > 0)
  const wanted = ticketIds.length > 0 || references.length > 0

  return [
    brands(tenant, brandIds, known.holdsBrands, known),
    ...when(receipts.length > 0, () => receiptsLoad(tenant, receipts, known)),
    ...when(emails.length > 0, () => customersByEmail(emails, known)),
    ...when(customerKeys.length > 0, () => customersByKey(tenant, customerKeys, known)),
    ...when(dedupe.length > 0, () => duplicates(dedupe, known)),
    ...when(references.length > 0, () => threads(references, known)),
    ...arrivalLoads(tenant, commands, known),
    ...when(known.renaming.length > 0, () => ticketsOfRenamed(tenant, ticketIds, references, known)),
    ...when(wanted, () => tickets(tenant, ticketIds, references, known)),
    ...when(wanted, () => ticketTags(tenant, ticketIds, references, known)),
    ...when(wanted || customerIds.length > 0, () => customers(tenant, customerIds, ticketIds, references, known)),
    ...textingLoads(tenant, commands, known),
    ...conversationLoads(tenant, commands, ticketIds, references, known),
    ...when(wanted, () => watchers(tenant, ticketIds, references, known)),
    ...when(withCompanies, () => companies(tenant, ids.companies, customerIds, emails, known)),
    ...when(tagNames.length > 0, () => tagsByName(tenant, tagNames, known)),
    ...when(ids.tags.length > 0, () => tagsById(tenant, ids.tags, known)),
    ...when(wanted || ids.categories.length > 0, () => categories(tenant, ids.categories, ticketIds, known)),
    ...when(ids.members.length > 0, () => members(tenant, ids.members, brandIds, areToWatch, known)),
    ...when(ids.attachments.length > 0, () => attachments(tenant, ids.attachments, known)),
    ...when(ids.arrived.length > 0, () => arrivedFiles(tenant, ids.arrived, known)),
    ...when(ids.comments.length > 0, () => comments(tenant, ids.comments, known)),
    ...when(ids.succeeded.length > 0, () => successors(tenant, ids.succeeded, known)),
    ...when(ids.messages.length > 0, () => messages(tenant, "id", ids.messages, known)),
    ...when(ids.carried.length > 0, () => messages(tenant, "comment_id", ids.carried, known)),
    ...when(ids.addresses.length > 0, () => senders(tenant, ids.addresses, known))
  ]
}

const unique = (values: ReadonlyArray<string>) => [...new Set(values)].sort()
const when = (condition: boolean, load: () => Load): ReadonlyArray<Load> => (condition ? [load()] : [])
