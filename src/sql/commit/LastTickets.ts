import { type TicketId, uuidOf } from "../../domain/Ids.ts"
import type { TicketDetail } from "../../domain/TicketDetail.ts"
import { TicketCache } from "../tickets/TicketCache.ts"
import { stampOf } from "../tickets/ticketList.ts"
import { trim } from "./trim.ts"

/** Excluded tickets remembered, at most. */
const maxExempt = 10_000

/** A ticket with what commands see of it. */
export type LastTicket = Pick<TicketDetail, "ticket" | "customer" | "category">

/** Tickets as this node last wrote them, or has shown them since. Other nodes may have changed them. */
export class LastTickets {
  private readonly left = new TicketCache<LastTicket>()
  /** Tickets being written to: their outcome is not yet known. */
  private readonly changing = new Set<TicketId>()
  /** Tickets of which commands must see more than is remembered. */
  private readonly exempt = new Set<TicketId>()
  private readonly shown: TicketCache

  /** `shown`: tickets as single reads last showed them. */
  constructor(shown: TicketCache) {
    this.shown = shown
  }

  /** The ticket as it is, provided that nobody else has changed it and its brand is at this revision. */
  get(id: TicketId, revision: number): LastTicket | undefined {
    if (this.changing.has(id) || this.exempt.has(id)) return undefined
    const uuid = uuidOf(id)
    const [left, shown] = [this.left.last(uuid), this.shown.last(uuid)]
    const last = (left?.detail.ticket.version ?? 0) < (shown?.detail.ticket.version ?? 0) ? shown : left
    return last?.stamp === stamp(last?.detail, revision) ? last?.detail : undefined
  }

  /** The ticket is being written to, until `leave` or `forget` tells the outcome. */
  change(id: TicketId) {
    this.changing.add(id)
  }

  leave(detail: LastTicket, revision: number) {
    this.changing.delete(detail.ticket.id)
    const uuid = uuidOf(detail.ticket.id)
    if (detail.ticket.version < (this.left.last(uuid)?.detail.ticket.version ?? 0)) return
    this.left.put(uuid, stamp(detail, revision), detail)
  }

  /** Commands must see more of the ticket than is remembered: it is not offered again. */
  exclude(id: TicketId) {
    this.forget(id)
    this.exempt.add(id)
    trim(this.exempt, maxExempt)
  }

  /** The ticket is no longer as it was remembered or shown. */
  forget(id: TicketId) {
    const uuid = uuidOf(id)
    this.changing.delete(id)
    this.left.drop(uuid)
    this.shown.drop(uuid)
  }
}

const stamp = (detail: LastTicket | undefined, revision: number) =>
  stampOf({ version: detail?.ticket.version ?? 0, embedded_revision: revision })
