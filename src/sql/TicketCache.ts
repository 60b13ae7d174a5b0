import type { Ticket } from "../domain/Ticket.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"

/** Characters that a cache holds at most, and those that one ticket takes beside its texts and those of its answer, roughly. */
const capacity = 8 * 1024 * 1024
const fixedWeight = 4096
/** Characters of text beyond which a ticket is not worth keeping. */
const largestText = 64 * 1024

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
export class TicketCache<A extends { readonly ticket: Ticket } = TicketDetail> {
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
    const text = textOf(detail.ticket)
    if (text > largestText) return
    const weight = fixedWeight + text
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

/** Characters of a ticket's body and of its JSON. */
const textOf = ({ body, customFields, links, metadata, participants, sourceData }: Ticket): number =>
  [customFields, links, metadata, participants, sourceData].reduce<number>(
    (sum, json) => (json === undefined ? sum : sum + JSON.stringify(json).length),
    body?.length ?? 0
  )
