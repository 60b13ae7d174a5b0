import type { DateTime } from "effect"
import type { TicketPolicy } from "../../domain/Brand.ts"
import type { Customer } from "../../domain/Customer.ts"
import { type BrandId, type TicketId, uuidOf } from "../../domain/Ids.ts"
import { domainOf } from "../../domain/SupportAddress.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Batch } from "./Batch.ts"
import type { BrandStamp } from "./Known.ts"
import type { LastTicket } from "./LastTickets.ts"
import type { Writer } from "./Writer.ts"

/** A brand as a transaction is expected to find it. */
export interface ExpectedBrand {
  readonly tenantId: Tenant["id"]
  readonly policy: TicketPolicy
  readonly stamp: BrandStamp
  readonly chats: boolean
  /** Consecutive transactions that locked it and found what was expected. */
  readonly proven: number
}

/** An address that the brand is expected not to know. */
interface Stranger {
  readonly brandId: BrandId
  readonly email: string
}

/** What the commands of one transaction are expected to find. */
export interface Expectation {
  readonly tenant: Tenant
  /** Ordered by id. */
  readonly brands: ReadonlyArray<ExpectedBrand>
  /** The brands in which tickets are opened. */
  readonly opened: ReadonlySet<BrandId>
  readonly customers: ReadonlyArray<Customer>
  readonly strangers: ReadonlyArray<Stranger>
  /** Nobody watches them. Ordered by id, the order in which they are locked. */
  readonly tickets: ReadonlyArray<LastTicket>
  /** The tickets whose customers must never have been talked to except by mail. */
  readonly mailed: ReadonlySet<TicketId>
  readonly keys: ReadonlyArray<string>
  readonly now: DateTime.Utc
}

/** What `as_expected` reports as different: the tickets, or anything else. */
export type Otherwise = "ticket" | "brand"

/** Gives a batch what is expected, as if it had been loaded. */
export const suppose = (batch: Batch, { brands, customers, now, opened, tickets }: Expectation) => {
  batch.now = now
  batch.holdsBrands = opened.size > 0
  for (const { chats, policy, stamp } of brands) {
    batch.brands.set(policy.id, policy)
    batch.stamps.set(policy.id, stamp)
    batch.subscribed ||= stamp.subscribed
    batch.chats ||= chats
  }
  for (const customer of customers) batch.learnCustomer(customer)
  for (const { category, customer, ticket } of tickets) {
    batch.learnTicket(ticket)
    if (customer !== undefined) batch.learnCustomer(customer)
    if (category !== undefined) batch.categories.set(category.id, category)
  }
}

/** Makes a statement check the expectation before it stores what the batch decided. */
export const askWhether = (
  writer: Writer,
  batch: Batch,
  { brands, customers, keys, mailed, opened, strangers, tenant, tickets }: Expectation
) => {
  const column = <A>(rows: ReadonlyArray<A>, type: string, valueOf: (row: A) => string | number) =>
    `${writer.bind(rows.map((row) => String(valueOf(row))))}::${type}[]`
  const flag = (value: boolean) => `${writer.bind(value)}::boolean`
  const questions = [
    `${writer.bind(tenant.id)}::uuid`,
    `${writer.bind(writer.moment)}::timestamptz`,
    column(brands, "uuid", ({ policy }) => uuidOf(policy.id)),
    column(brands, "bigint", ({ policy: { id, nextTicketNumber } }) => (opened.has(id) ? nextTicketNumber : 0)),
    column(brands, "bigint", ({ policy }) => (batch.brands.get(policy.id) ?? policy).nextTicketNumber),
    column(brands, "int", ({ stamp }) => stamp.version),
    column(brands, "bigint", ({ stamp }) => stamp.revision),
    flag(batch.subscribed),
    flag(batch.chats),
    column(customers, "uuid", ({ id }) => uuidOf(id)),
    column(strangers, "uuid", ({ brandId }) => uuidOf(brandId)),
    column(strangers, "text", ({ email }) => email),
    column(strangers, "text", ({ email }) => domainOf(email)),
    column(tickets, "uuid", ({ ticket }) => uuidOf(ticket.id)),
    column(tickets, "int", ({ ticket }) => ticket.version),
    column(tickets, "bigint", ({ ticket }) => ticket.eventSeq),
    column([...mailed], "uuid", uuidOf),
    column(keys, "bytea", (key) => `\\x${key}`)
  ]
  writer.askFirst(`as_expected(${questions.join(", ")})`)
}
