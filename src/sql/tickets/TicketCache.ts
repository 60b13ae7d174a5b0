import type { TicketDetail } from "../../domain/TicketDetail.ts"
import { parsedBytes } from "../readBytes.ts"

/** Bytes that a cache holds at most, and roughly those that one ticket takes beside its texts and those of its answer. */
const capacity = 8 * 1024 * 1024
const fixedWeight = 4096
/** Bytes of text and JSON above which a ticket is not worth caching. */
const mostKept = 64 * 1024

/** What a cache can hold: a ticket, and what is shown with it. */
type Kept = Pick<TicketDetail, "ticket"> & Partial<TicketDetail>

/** A ticket as it was at a stamp. */
interface CachedTicket<A> {
  readonly stamp: string
  readonly detail: A
  readonly weight: number
  /** Whether it was used since it was added or last spared. */
  isSeen: boolean
}

/**
 * Tickets as they were last seen. When space runs out, the oldest are evicted, except that those used since are spared once
 * (CLOCK): moving entries to the end of a map on each use would take a tenth of a page's time. The cache never answers in place
 * of the database: readers ask there which tickets exist and in what state, and fetch those with another stamp; writers have
 * the state compared.
 */
export class TicketCache<A extends Kept = TicketDetail> {
  private readonly entries = new Map<string, CachedTicket<A>>()
  private weight = 0

  knows(id: string): boolean {
    return this.entries.has(id)
  }

  get(id: string, stamp: string): A | undefined {
    const entry = this.entries.get(id)
    if (entry?.stamp !== stamp) return undefined
    entry.isSeen = true
    return entry.detail
  }

  /** The ticket, whatever its stamp. */
  last(id: string): Pick<CachedTicket<A>, "stamp" | "detail"> | undefined {
    const entry = this.entries.get(id)
    if (entry !== undefined) entry.isSeen = true
    return entry
  }

  put(id: string, stamp: string, detail: A) {
    this.drop(id)
    const bytes = bytesOf(detail)
    if (bytes > mostKept) return
    const weight = fixedWeight + bytes
    this.makeRoom(capacity - weight)
    this.entries.set(id, { stamp, detail, weight, isSeen: false })
    this.weight += weight
  }

  drop(id: string) {
    const entry = this.entries.get(id)
    if (entry === undefined) return
    this.entries.delete(id)
    this.weight -= entry.weight
  }

  private makeRoom(most: number) {
    // A spared entry moves to the end of the queue.
    for (const [id, entry] of this.entries) {
      if (this.weight <= most) break
      this.entries.delete(id)
      if (!entry.isSeen) this.weight -= entry.weight
      else {
        entry.isSeen = false
        this.entries.set(id, entry)
      }
    }
  }
}

/** Bytes of a ticket's body and JSON, including the JSON of its customer and company. */
const bytesOf = ({ company, customer, ticket }: Kept): number => {
  const { body, customFields, links, metadata, participants, sourceData } = ticket
  const ofTicket = [customFields, links, metadata, participants, sourceData]
  return [...ofTicket, customer?.identities, customer?.metadata, company?.metadata].reduce<number>(
    (sum, json) => (json === undefined ? sum : sum + parsedBytes(JSON.stringify(json))),
    body?.length ?? 0
  )
}
