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

/** One statement that writes a whole batch; it returns the deliveries that it created. */
export interface Write extends Statement {
  /**
   * The statements to run after it, in this order: they make connections know merged customers as those that they became, move
   * contents between tickets, and permanently remove tickets.
   */
  readonly afterwards: ReadonlyArray<Statement>
  /** Whether anything waits to be sent: mail, messages, or updates of threads. */
  readonly hasMail: boolean
  /** Delays in milliseconds after which held-back parts of it may be sent. */
  readonly holds: ReadonlyArray<number>
  /** The events written, by UUID, in the form that subscribers receive. */
  readonly payloads: ReadonlyMap<string, Payload>
}

/**
 * Everything that the batch decided, as one statement, or `undefined` if nothing was decided. What was decided on an
 * expectation is stored only if that holds: then `otherwise` is null in the first row of the answer. Also `undefined` if it
 * cannot be stored on an expectation.
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
