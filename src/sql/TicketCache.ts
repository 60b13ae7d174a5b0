import type { TicketDetail } from "../domain/TicketDetail.ts"

/** Characters that a cache holds at most, and those that one ticket takes beside its texts and those of its answer, roughly. */
const capacity = 8 * 1024 * 1024
const fixedWeight = 4096
/** Characters of text beyond which a ticket is not worth keeping. */
const largestText = 64 * 1024

interface Entry {
  readonly stamp: string
  readonly detail: TicketDetail
  readonly weight: number
}

/**
 * Tickets as lists showed them last, the least recently shown dropped first. It never answers for the database: a
 * list asks there which tickets it shows and in what state, and a ticket of another stamp is fetched anew.
 */
export class TicketCache {
  private readonly entries = new Map<string, Entry>()
  private weight = 0

  knows(id: string): boolean {
    return this.entries.has(id)
  }

  get(id: string, stamp: string): TicketDetail | undefined {
    const entry = this.entries.get(id)
    if (entry?.stamp !== stamp) return undefined
    this.entries.delete(id)
    this.entries.set(id, entry)
    return entry.detail
  }

  /** `text`: the characters of its body and of its JSON. */
  put(id: string, stamp: string, detail: TicketDetail, text: number) {
    this.drop(id)
    if (text > largestText) return
    const weight = fixedWeight + text
    this.entries.set(id, { stamp, detail, weight })
    this.weight += weight
    for (const oldest of this.entries.keys()) {
      if (this.weight <= capacity) break
      this.drop(oldest)
    }
  }

  private drop(id: string) {
    const entry = this.entries.get(id)
    if (entry === undefined) return
    this.entries.delete(id)
    this.weight -= entry.weight
  }
}
