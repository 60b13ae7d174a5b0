import { Clock, DateTime, Effect, Latch } from "effect"
import type { TicketPolicy } from "../../domain/Brand.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { BrandId, TicketId } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import { hex } from "../hex.ts"
import type { TicketCache } from "../tickets/TicketCache.ts"
import type { Batch } from "./Batch.ts"
import type { Expectation, ExpectedBrand, Otherwise } from "./Expectation.ts"
import { type BrandStamp, key } from "./Known.ts"
import { type LastTicket, LastTickets } from "./LastTickets.ts"
import { trim } from "./trim.ts"

/** Brands and customers remembered, at most. */
const maxBrands = 1_000
const maxCustomers = 20_000
/** Consecutive transactions that must find a brand as expected before the next relies on it. */
const enough = 2

type Command = Pick<TicketCommand<unknown, unknown>, "scope" | "reads" | "receipt">

/**
 * Optimistic concurrency for opening tickets and writing to them. What this node last saw of brands, customers and tickets is
 * most likely what the next command finds, so the command is decided on that and stored by a statement that first checks
 * whether all of it still holds (`as_expected`, docs/decisions/0038): one round trip instead of two. It seldom holds while
 * others open tickets in the same brand, and customers who return after a while are no longer remembered; so tickets are opened
 * this way only after consecutive transactions have found their brand as expected.
 */
export class Expectations {
  private readonly brands = new Map<BrandId, ExpectedBrand>()
  /** Customers by brand and address, with the revision of their brand, which changes whenever one of them does. */
  private readonly customers = new Map<string, { readonly customer: Customer; readonly revision: number }>()
  /** Addresses, by brand, that merged customers had: their current holder is looked up each time. */
  private readonly formerAddresses = new Set<string>()
  private readonly tickets: LastTickets
  /** Transactions in progress with an outcome that cannot be foreseen, by tenant. */
  private readonly unforeseen = new Map<Tenant["id"], { underWay: number; readonly ended: Latch.Latch }>()
  /** Milliseconds by which the database's clock is ahead of ours; a lower bound, since its answers are old when they arrive. */
  private ahead: number | undefined
  private readonly millis: () => number

  constructor(millis: () => number, shown: TicketCache) {
    this.millis = millis
    this.tickets = new LastTickets(shown)
  }

  /** `shown`: tickets as reads last showed them. */
  static readonly make = (shown: TicketCache) =>
    Effect.map(
      Clock.Clock,
      (clock) => new Expectations(() => Number(clock.monotonicTimeNanosUnsafe() / 1_000n) / 1_000, shown)
    )

  /**
   * What these commands should find, if they open tickets in brands that have proved reliable, or write to known tickets.
   * Opening a ticket waits once for the tenant's transactions whose outcome cannot be foreseen.
   */
  of(tenant: Tenant, commands: ReadonlyArray<Command>): Effect.Effect<Expectation | undefined> {
    return Effect.suspend(() => {
      const expected = this.expectationOf(tenant, commands)
      const unforeseen = this.unforeseen.get(tenant.id)
      if (expected === undefined || expected.opened.size === 0 || unforeseen === undefined)
        return Effect.succeed(expected)
      return Effect.map(unforeseen.ended.await, () =>
        this.unforeseen.has(tenant.id) ? undefined : this.expectationOf(tenant, commands)
      )
    })
  }

  private expectationOf(tenant: Tenant, commands: ReadonlyArray<Command>): Expectation | undefined {
    if (this.ahead === undefined) return undefined
    const brands = new Map<BrandId, ExpectedBrand>()
    const opened = new Set<BrandId>()
    const customers: Array<Customer> = []
    const strangers: Array<Expectation["strangers"][number]> = []
    const tickets = new Map<TicketId, LastTicket>()
    const mailed = new Set<TicketId>()
    for (const { reads, receipt, scope } of commands) {
      const { brandId } = scope
      const brand = brands.get(brandId) ?? this.brands.get(brandId)
      const subject = subjectOf(reads)
      if (brand?.tenantId !== tenant.id || subject === undefined || receipt?.secret === true) return undefined
      brands.set(brandId, brand)
      if ("ticketId" in subject) {
        const last = tickets.get(subject.ticketId) ?? this.tickets.get(subject.ticketId, brand.stamp.revision)
        // If the customer is missing here, who they became must be looked up.
        if (last?.ticket.brandId !== brandId || last.customer === undefined) return undefined
        tickets.set(subject.ticketId, last)
        if (reads.conversation === true) mailed.add(subject.ticketId)
        continue
      }
      if (brand.proven < enough) return undefined
      opened.add(brandId)
      const { email } = subject
      const name = key(brandId, email)
      if (this.formerAddresses.has(name)) return undefined
      const known = this.customers.get(name)
      if (known?.revision !== brand.stamp.revision) strangers.push({ brandId, email })
      else {
        customers.push(known.customer)
        this.customers.delete(name)
        this.customers.set(name, known)
      }
    }
    return {
      tenant,
      brands: [...brands.values()].sort((one, other) => (one.policy.id < other.policy.id ? -1 : 1)),
      opened,
      customers,
      strangers,
      tickets: [...tickets.values()].sort((one, other) => (one.ticket.id < other.ticket.id ? -1 : 1)),
      mailed,
      keys: commands.flatMap(({ receipt }) => (receipt === undefined ? [] : [hex(receipt.key)])),
      now: DateTime.makeUnsafe(Math.floor(this.millis() + this.ahead))
    }
  }

  /** Runs a transaction that may leave brands in a state that cannot be foreseen. */
  whileUnforeseen<A, E, R>({ id }: Tenant, transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const unforeseen = this.unforeseen.get(id) ?? { underWay: 0, ended: Latch.makeUnsafe(false) }
      this.unforeseen.set(id, unforeseen)
      unforeseen.underWay += 1
      return Effect.ensuring(
        transaction,
        Effect.sync(() => {
          unforeseen.underWay -= 1
          if (unforeseen.underWay > 0) return
          this.unforeseen.delete(id)
          unforeseen.ended.openUnsafe()
        })
      )
    })
  }

  /** Compares what a transaction found with what it should have found; returns whether anything differs. */
  compare(batch: Batch, commands: ReadonlyArray<Command>) {
    const { brands, companiesByEmail, customersByEmail, now, receipts, stamps } = batch
    if (now !== undefined) this.ahead = now.epochMilliseconds - this.millis()
    const isAstonishing = ([id, { nextTicketNumber }]: readonly [BrandId, TicketPolicy]) =>
      this.brands.get(id)?.policy.nextTicketNumber !== nextTicketNumber || !this.knows(id, batch)
    return (
      receipts.size > 0 ||
      [...brands].some(isAstonishing) ||
      commands.some(({ reads, scope: { brandId } }) => {
        const name = key(brandId, emailOf(reads))
        const isStranger = this.customers.get(name)?.revision !== stamps.get(brandId)?.revision
        return isStranger && (customersByEmail.has(name) || companiesByEmail.has(name))
      })
    )
  }

  /** Learns what a transaction has left. What it read of brands that it did not lock may already be outdated. */
  learn({ id: tenantId }: Tenant, batch: Batch, astonished: boolean) {
    const { changedCustomers, chats, customers, formerHolders, holdsBrands, stamps } = batch
    for (const [id, policy] of batch.brands) {
      const stamp = stamps.get(id)
      // A changed customer changes the revision.
      if (stamp === undefined || changedCustomers.size > 0) this.brands.delete(id)
      else if (holdsBrands) {
        const proven = astonished ? 0 : (this.brands.get(id)?.proven ?? 0) + 1
        this.expect({ tenantId, policy, stamp, chats, proven })
      } else if (!this.knows(id, batch)) this.expect({ tenantId, policy, stamp, chats, proven: 0 })
    }
    if (holdsBrands) for (const customer of customers.values()) this.meet(customer, stamps.get(customer.brandId))
    for (const name of formerHolders.keys()) this.formerAddresses.add(name)
    trim(this.formerAddresses, maxCustomers)
    if (changedCustomers.size === 0) this.leaveTickets(batch)
  }

  /** Expects what a transaction in progress will leave. */
  expectOutcome(batch: Batch, { brands, opened, tickets }: Expectation) {
    for (const brand of brands)
      if (opened.has(brand.policy.id))
        this.expect({ ...brand, policy: batch.brands.get(brand.policy.id) ?? brand.policy })
    for (const customer of batch.customers.values()) this.meet(customer, batch.stamps.get(customer.brandId))
    // A version may recur with other contents if this is not stored and others write; commands that wait for it decide later.
    for (const { ticket } of tickets) this.tickets.change(ticket.id)
  }

  /** The expectation held, at this time of the database's clock. */
  confirm(batch: Batch, now: Date) {
    this.leaveTickets(batch)
    this.ahead = Math.max(this.ahead ?? Number.NEGATIVE_INFINITY, now.getTime() - this.millis())
  }

  /**
   * The expectation did not hold, or that is unknown: its outcome may not exist, including the customers that it was to create.
   */
  forget({ brands, customers, opened, strangers, tickets }: Expectation, otherwise: Otherwise) {
    for (const { ticket } of tickets) this.tickets.forget(ticket.id)
    if (otherwise === "ticket" && opened.size === 0) return
    for (const { policy } of brands) this.brands.delete(policy.id)
    for (const { brandId, email } of [...customers, ...strangers]) this.customers.delete(key(brandId, email))
  }

  /** Whether the batch found the brand as expected, except for its next number. */
  private knows(id: BrandId, { chats, stamps }: Batch) {
    const [expected, stamp] = [this.brands.get(id), stamps.get(id)]
    return (
      expected !== undefined &&
      expected.stamp.version === stamp?.version &&
      expected.stamp.revision === stamp.revision &&
      expected.stamp.subscribed === stamp.subscribed &&
      expected.chats === chats
    )
  }

  /** Remembers the tickets that a batch has seen, in the state in which it leaves them. */
  private leaveTickets(batch: Batch) {
    const { categories, conversations, customers, purged, stamps, storedTickets, tickets, watching } = batch
    for (const id of storedTickets.keys()) {
      if (watching.has(id) || conversations.has(id)) {
        this.tickets.exclude(id)
        continue
      }
      const ticket = tickets.get(id)
      const stamp = ticket === undefined ? undefined : stamps.get(ticket.brandId)
      const category = ticket?.categoryId === undefined ? undefined : categories.get(ticket.categoryId)
      if (ticket === undefined || stamp === undefined || purged.has(id) || category?.id !== ticket.categoryId) {
        this.tickets.forget(id)
        continue
      }
      const customer = customers.get(ticket.customerId)
      this.tickets.leave(
        { ticket, customer: customer?.deletedAt === undefined ? customer : undefined, category },
        stamp.revision
      )
    }
  }

  private expect(brand: ExpectedBrand) {
    this.brands.delete(brand.policy.id)
    this.brands.set(brand.policy.id, brand)
    trim(this.brands, maxBrands)
  }

  private meet(customer: Customer, stamp: BrandStamp | undefined) {
    const name = key(customer.brandId, customer.email)
    this.customers.delete(name)
    if (stamp === undefined || customer.deletedAt !== undefined) return
    this.customers.set(name, { customer, revision: stamp.revision })
    trim(this.customers, maxCustomers)
  }
}

/** The subject of a command that reads only it and its brand: the customer of an address, or a ticket. */
const subjectOf = (
  reads: Command["reads"]
): { readonly email: string } | { readonly ticketId: TicketId } | undefined => {
  const { customer, ticketId } = reads
  if ((ticketId === undefined) === (customer === undefined)) return undefined
  const others = Object.entries(reads).filter(([name]) => !(name in subjects))
  if (others.some(([, value]) => value !== undefined && value !== false && !isEmpty(value))) return undefined
  if (ticketId !== undefined) return { ticketId }
  return customer !== undefined && "email" in customer ? { email: customer.email } : undefined
}
const subjects = { ticketId: true, customer: true, conversation: true }

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

const emailOf = ({ customer }: Command["reads"]) =>
  customer !== undefined && "email" in customer ? customer.email : ""
