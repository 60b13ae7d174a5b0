import type { Ticket } from "../domain/Ticket.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"

/** Characters that a cache holds at most, and those that one ticket takes beside its texts and those of its answer, roughly. */
const capacity = 8 * 1024 * 1024
const fixedWeight = 4096
/** Characters of text beyond which a ticket is not worth keeping. */
const largestText = 64 * 1024

/** A ticket as it was at a stamp. */
export interface CachedTicket<A> {
  readonly stamp: string
  readonly detail: A
  readonly weight: number
}

/**
 * Tickets as somebody saw them last, the least recently seen dropped first. It never answers for the database: who reads
 * asks there which tickets there are and in what state, and one of another stamp is fetched anew; who writes has that compared.
 */
export class TicketCache<A extends { readonly ticket: Ticket } = TicketDetail> {
  private readonly entries = new Map<string, CachedTicket<A>>()
  private weight = 0

  knows(id: string): boolean {
    return this.entries.has(id)
  }

  get(id: string, stamp: string): A | undefined {
    const entry = this.entries.get(id)
    if (entry?.stamp !== stamp) return undefined
    this.entries.delete(id)
    this.entries.set(id, entry)
    return entry.detail
  }

  /** The ticket at whatever stamp it is kept. */
  last(id: string): CachedTicket<A> | undefined {
    return this.entries.get(id)
  }

  put(id: string, stamp: string, detail: A) {
    this.drop(id)
    const text = textOf(detail.ticket)
    if (text > largestText) return
    const weight = fixedWeight + text
    this.entries.set(id, { stamp, detail, weight })
    this.weight += weight
    for (const oldest of this.entries.keys()) {
      if (this.weight <= capacity) break
      this.drop(oldest)
    }
  }

  drop(id: string) {
    const entry = this.entries.get(id)
    if (entry === undefined) return
    this.entries.delete(id)
    this.weight -= entry.weight
  }
}

/** Characters of a ticket's body and of its JSON. */
const textOf = ({ body, customFields, links, metadata, participants, sourceData }: Ticket): number =>
  [customFields, links, metadata, participants, sourceData].reduce<number>(
    (sum, json) => (json === undefined ? sum : sum + JSON.stringify(json).length),
    body?.length ?? 0
  )
