import { Clock, DateTime, Effect, Latch } from "effect"
import type { TicketPolicy } from "../../domain/Brand.ts"
import type { Customer } from "../../domain/Customer.ts"
import { type BrandId, uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { TicketCommand } from "../../tickets/TicketCommand.ts"
import type { Batch } from "./Batch.ts"
import { type BrandStamp, hex, key } from "./Known.ts"
import { domainOf } from "./loadBatch.ts"
import type { Writer } from "./Writer.ts"

/** Brands and customers that are remembered. */
const maxBrands = 1_000
const maxCustomers = 20_000
/** Transactions in a row that found a brand as it was expected, before one relies on it. */
const enough = 2

type Command = Pick<TicketCommand<unknown, unknown>, "scope" | "reads" | "receipt">

/** A brand as the next transaction should find it. */
interface Expected {
  readonly tenantId: Tenant["id"]
  readonly policy: TicketPolicy
  readonly stamp: BrandStamp
  readonly chats: boolean
  /** Transactions in a row that found what was expected. */
  readonly proven: number
}

/** Somebody of whom the brand should know nothing. */
interface Stranger {
  readonly brandId: BrandId
  readonly email: string
}

/** What the commands of one transaction are expected to find. */
export interface Expectation {
  readonly tenant: Tenant
  /** In the order of their ids. */
  readonly brands: ReadonlyArray<Expected>
  readonly customers: ReadonlyArray<Customer>
  readonly strangers: ReadonlyArray<Stranger>
  readonly keys: ReadonlyArray<string>
  readonly now: DateTime.Utc
}

/**
 * Optimistic concurrency for opening tickets. What this node last saw of brands and their customers is what the next command
 * most likely finds, so it is decided on that, and stored by a statement that asks first whether all is so (`as_expected`,
 * docs/decisions/0038): one round trip instead of two. Where others write to the same brand, it seldom is, and who comes back
 * after a while is not remembered; so a brand is relied on only after transactions in a row have found it as expected.
 */
export class Expectations {
  private readonly brands = new Map<BrandId, Expected>()
  /** Customers by brand and address, with the revision of their brand, which changes with any of them. */
  private readonly customers = new Map<string, { readonly customer: Customer; readonly revision: number }>()
  /** Transactions under way that leave what nobody can foresee, by tenant. */
  private readonly unforeseen = new Map<Tenant["id"], { underWay: number; readonly ended: Latch.Latch }>()
  /** Milliseconds by which the database's clock is ahead of ours: what it says is old when it comes, so it is no less. */
  private ahead: number | undefined
  private readonly millis: () => number

  constructor(millis: () => number) {
    this.millis = millis
  }

  static readonly make = Effect.map(
    Clock.Clock,
    (clock) => new Expectations(() => Number(clock.monotonicTimeNanosUnsafe() / 1_000n) / 1_000)
  )

  /**
   * What these commands should find, where they do nothing but open tickets and their brands have proved reliable. Waits once
   * for the transactions of the tenant whose outcome nobody can foresee.
   */
  of(tenant: Tenant, commands: ReadonlyArray<Command>): Effect.Effect<Expectation | undefined> {
    return Effect.suspend(() => {
      const expected = this.expectationOf(tenant, commands)
      const unforeseen = this.unforeseen.get(tenant.id)
      if (expected === undefined || unforeseen === undefined) return Effect.succeed(expected)
      return Effect.map(unforeseen.ended.await, () =>
        this.unforeseen.has(tenant.id) ? undefined : this.expectationOf(tenant, commands)
      )
    })
  }

  private expectationOf(tenant: Tenant, commands: ReadonlyArray<Command>): Expectation | undefined {
    if (this.ahead === undefined || !commands.every(opensOnly)) return undefined
    const brands = new Map<BrandId, Expected>()
    const customers: Array<Customer> = []
    const strangers: Array<Stranger> = []
    for (const { reads, scope } of commands) {
      const brand = brands.get(scope.brandId) ?? this.brands.get(scope.brandId)
      if (brand?.tenantId !== tenant.id || brand.proven < enough) return undefined
      brands.set(scope.brandId, brand)
      const email = emailOf(reads)
      const name = key(scope.brandId, email)
      const known = this.customers.get(name)
      if (known?.revision !== brand.stamp.revision) strangers.push({ brandId: scope.brandId, email })
      else {
        customers.push(known.customer)
        this.customers.delete(name)
        this.customers.set(name, known)
      }
    }
    return {
      tenant,
      brands: [...brands.values()].sort((one, other) => (one.policy.id < other.policy.id ? -1 : 1)),
      customers,
      strangers,
      keys: commands.flatMap(({ receipt }) => (receipt === undefined ? [] : [hex(receipt.key)])),
      now: DateTime.makeUnsafe(Math.floor(this.millis() + this.ahead))
    }
  }

  /** Runs a transaction that may leave brands otherwise than anybody could foresee. */
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

  /** Compares what a transaction has found with what it should have; answers whether anything is otherwise. */
  compare(
    { brands, chats, companiesByEmail, customersByEmail, now, receipts, stamps }: Batch,
    commands: ReadonlyArray<Command>
  ) {
    if (now !== undefined) this.ahead = now.epochMilliseconds - this.millis()
    const isAstonishing = ([id, { nextTicketNumber }]: readonly [BrandId, TicketPolicy]) => {
      const [expected, stamp] = [this.brands.get(id), stamps.get(id)]
      return !(
        expected?.policy.nextTicketNumber === nextTicketNumber &&
        expected.stamp.version === stamp?.version &&
        expected.stamp.revision === stamp.revision &&
        expected.stamp.subscribed === stamp.subscribed &&
        expected.chats === chats
      )
    }
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

  /** Learns what a transaction has left. One that did not lock the brands may have read of them what is over by now. */
  learn({ id: tenantId }: Tenant, batch: Batch, astonished: boolean) {
    if (!batch.holdsBrands) return
    for (const [id, policy] of batch.brands) {
      const stamp = batch.stamps.get(id)
      // A changed customer changes the revision.
      if (stamp === undefined || batch.changedCustomers.size > 0) this.brands.delete(id)
      else {
        const proven = astonished ? 0 : (this.brands.get(id)?.proven ?? 0) + 1
        this.expect({ tenantId, policy, stamp, chats: batch.chats, proven })
      }
    }
    for (const customer of batch.customers.values()) this.meet(customer, batch.stamps.get(customer.brandId))
  }

  /** Expects what a transaction will leave that is under way. */
  expectOutcome(batch: Batch, { brands }: Expectation) {
    for (const brand of brands) this.expect({ ...brand, policy: batch.brands.get(brand.policy.id) ?? brand.policy })
    for (const customer of batch.customers.values()) this.meet(customer, batch.stamps.get(customer.brandId))
  }

  /** What was expected was so, when the database's clock said this. */
  confirm(now: Date) {
    this.ahead = Math.max(this.ahead ?? Number.NEGATIVE_INFINITY, now.getTime() - this.millis())
  }

  /** It was not so, or nobody knows: what would have come of it need not be there, the customers that it was to make among it. */
  forget({ brands, customers, strangers }: Expectation) {
    for (const { policy } of brands) this.brands.delete(policy.id)
    for (const { brandId, email } of [...customers, ...strangers]) this.customers.delete(key(brandId, email))
  }

  private expect(brand: Expected) {
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

/** Gives a batch what is expected, as if it had been loaded. */
export const suppose = (batch: Batch, { brands, customers, now }: Expectation) => {
  batch.now = now
  batch.holdsBrands = true
  for (const { chats, policy, stamp } of brands) {
    batch.brands.set(policy.id, policy)
    batch.stamps.set(policy.id, stamp)
    batch.subscribed ||= stamp.subscribed
    batch.chats ||= chats
  }
  for (const customer of customers) batch.learnCustomer(customer)
}

/** Has a statement ask whether all is as expected, before it stores what the batch decided. */
export const askWhether = (
  writer: Writer,
  batch: Batch,
  { brands, customers, keys, strangers, tenant }: Expectation
) => {
  const column = <A>(rows: ReadonlyArray<A>, type: string, valueOf: (row: A) => unknown) =>
    `${writer.bind(rows.map((row) => String(valueOf(row))))}::${type}[]`
  const flag = (value: boolean) => `${writer.bind(value)}::boolean`
  const questions = [
    `${writer.bind(tenant.id)}::uuid`,
    `${writer.bind(writer.moment)}::timestamptz`,
    column(brands, "uuid", ({ policy }) => uuidOf(policy.id)),
    column(brands, "bigint", ({ policy }) => policy.nextTicketNumber),
    column(brands, "bigint", ({ policy }) => (batch.brands.get(policy.id) ?? policy).nextTicketNumber),
    column(brands, "int", ({ stamp }) => stamp.version),
    column(brands, "bigint", ({ stamp }) => stamp.revision),
    flag(batch.subscribed),
    flag(batch.chats),
    column(customers, "uuid", ({ id }) => uuidOf(id)),
    column(strangers, "uuid", ({ brandId }) => uuidOf(brandId)),
    column(strangers, "text", ({ email }) => email),
    column(strangers, "text", ({ email }) => domainOf(email)),
    column(keys, "bytea", (key) => `\\x${key}`)
  ]
  writer.askFirst(`as_expected(${questions.join(", ")})`)
}

/** A command that sees its brand and the customer of an address, and nothing else. */
const opensOnly = ({ reads, receipt }: Command) =>
  reads.customer !== undefined &&
  "email" in reads.customer &&
  receipt?.secret !== true &&
  Object.entries(reads).every(
    ([name, value]) => name === "customer" || value === undefined || (Array.isArray(value) && value.length === 0)
  )

const emailOf = ({ customer }: Command["reads"]) =>
  customer !== undefined && "email" in customer ? customer.email : ""

const trim = (map: Map<unknown, unknown>, most: number) => {
  for (const name of map.keys()) {
    if (map.size <= most) break
    map.delete(name)
  }
}
