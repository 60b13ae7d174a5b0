import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Batch } from "./Batch.ts"
import { askWhether, type Expectation } from "./Expectation.ts"
import { givePeople } from "./givePeople.ts"
import { moveContents, type Statement } from "./moveContents.ts"
import { purgeTickets } from "./purgeTickets.ts"
import { chosen, Writer } from "./Writer.ts"
import { writeArrivals } from "./writeArrivals.ts"
import { writeAudit } from "./writeAudit.ts"
import { writeContents } from "./writeContents.ts"
import { type Handing, type Payload, writeEvents } from "./writeEvents.ts"
import { holdsOf, writeMessages } from "./writeMessages.ts"
import { writeTallies } from "./writeTallies.ts"
import { writeTexts } from "./writeTexts.ts"
import { writeTickets } from "./writeTickets.ts"

/** One statement that writes a whole batch; it returns the deliveries it made. */
export interface Write extends Statement {
  /**
   * What is done after it, in this order: whom connections know merged customers as, contents that move between tickets, and
   * tickets that are removed for good.
   */
  readonly afterwards: ReadonlyArray<Statement>
  /** Whether something waits to be sent: mail, messages, or threads that are behind. */
  readonly hasMail: boolean
  /** Milliseconds after which what is held back of it may leave. */
  readonly holds: ReadonlyArray<number>
  /** The events written, by their UUID, as their subscribers get them. */
  readonly payloads: ReadonlyMap<string, Payload>
}

/**
 * Everything that the batch decided, as one statement, or undefined when nothing was decided. What was decided on an expectation
 * is stored only where that holds: `otherwise` is null then in the first row of the answer. Undefined also where it cannot be stored so.
 */
export const writeBatch = (
  tenant: Tenant,
  batch: Batch,
  handoff: Handing,
  next: IdGenerator["Service"]["next"],
  expected?: Expectation
): Write | undefined => {
  const writer = new Writer(tenant, batch.now)
  if (expected !== undefined) askWhether(writer, batch, expected)
  writeTickets(writer, batch, expected === undefined)
  writeContents(writer, batch, next)
  writeTexts(writer, batch)
  writeTallies(writer, batch)
  writeArrivals(writer, batch)
  const hasMail = writeMessages(writer, batch)
  writeAudit(writer, batch, next)
  const payloads = writeEvents(writer, batch, handoff)
  const { parameters, parts } = writer
  if (parts.length === 0 || (expected !== undefined && !writer.heeds)) return undefined
  const made =
    payloads.size > 0 && batch.subscribed
      ? "select id, webhook_id, event_id, chain_id, leased from deliveries_new"
      : "select 1 where false"
  const answer =
    expected === undefined ? made : `select *, now()::timestamptz(3) as now from asked left join (${made}) d on true`
  return {
    sql: `with ${parts.join(",\n")}\n${answer}`,
    parameters,
    hasMail,
    holds: holdsOf(batch),
    afterwards: [
      ...givePeople(tenant.id, chosen(batch.changedCustomers, batch.customers)),
      ...batch.moves.flatMap((move) => moveContents(tenant.id, move)),
      ...(batch.purged.size === 0 ? [] : purgeTickets(tenant.id, [...batch.purged].map(uuidOf)))
    ],
    payloads
  }
}
