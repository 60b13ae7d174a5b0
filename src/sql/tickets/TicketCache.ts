import type { TicketDetail } from "../../domain/TicketDetail.ts"
import { parsedBytes } from "../readBytes.ts"

/** Bytes that a cache holds at most, and those that one ticket takes beside its texts and those of its answer, roughly. */
const capacity = 8 * 1024 * 1024
const fixedWeight = 4096
/** Bytes of texts and JSON beyond which a ticket is not worth keeping. */
const mostKept = 64 * 1024

/** What a cache can keep: a ticket, and what is shown with it. */
type Kept = Pick<TicketDetail, "ticket"> & Partial<TicketDetail>

/** A ticket as it was at a stamp. */
interface CachedTicket<A> {
  readonly stamp: string
  readonly detail: A
  readonly weight: number
  /** Seen since it was put in, or spared last. */
  isSeen: boolean
}

/**
 * Tickets as somebody saw them last. Where there is no room, those go that came first, but for what was seen since: that is
 * spared once (CLOCK), because moving to the end of a map what is seen costs a page a tenth of its time. It never answers for
 * the database: who reads asks there which tickets there are and in what state, and one of another stamp is fetched anew; who
 * writes has that compared.
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

  /** The ticket at whatever stamp it is kept. */
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
    // What is spared comes again at the end.
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

/** Bytes of a ticket's body, and of JSON: its own, and that of whom it is from. */
const bytesOf = ({ company, customer, ticket }: Kept): number => {
  const { body, customFields, links, metadata, participants, sourceData } = ticket
  const ofTicket = [customFields, links, metadata, participants, sourceData]
  return [...ofTicket, customer?.identities, customer?.metadata, company?.metadata].reduce<number>(
    (sum, json) => (json === undefined ? sum : sum + parsedBytes(JSON.stringify(json))),
    body?.length ?? 0
  )
}
