import type { DateTime } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { StoredEvent } from "../../domain/Event.ts"
import type { AttachmentId, BrandId, CustomerId, TicketId } from "../../domain/Ids.ts"
import type { MessageDraft } from "../../domain/OutboundMessage.ts"
import type { Tag, Ticket } from "../../domain/Ticket.ts"
import type { NewWatcher } from "../../domain/Watcher.ts"
import { type Notice, noticesOf } from "../../tickets/outbound/noticesOf.ts"
import { customerTimes } from "../../tickets/portal/customerTimes.ts"
import type {
  BoundConversation,
  InboundRecord,
  KnownPerson,
  Outcome,
  RestedAddress,
  RevisedComment
} from "../../tickets/TicketCommand.ts"

import { hex } from "../hex.ts"
import { type Correspondent, Known, key, type StoredReceipt } from "./Known.ts"
import type { Move } from "./moveContents.ts"

/** Where something to be sent belongs, and the earliest time to send it. */
export interface Held {
  readonly brandId: BrandId
  readonly heldUntil: DateTime.Utc | undefined
}

/**
 * What the commands of one transaction see and what they have decided so far. Each command sees the outcome of those before it,
 * as if they had run alone, one after the other.
 */
export class Batch extends Known {
  /** What is to be written. */
  readonly createdTickets = new Set<TicketId>()
  readonly changedTickets = new Set<TicketId>()
  readonly numberedBrands = new Set<BrandId>()
  readonly createdCustomers = new Set<string>()
  readonly changedCustomers = new Set<string>()
  /** Changed customers with a new name or address: their tickets hold copies. */
  readonly renamedCustomers = new Set<CustomerId>()
  readonly createdComments = new Set<string>()
  readonly changedComments = new Set<string>()
  readonly createdTags: Array<Tag> = []
  readonly writtenAttachments = new Set<string>()
  readonly removedAttachments = new Set<AttachmentId>()
  readonly watchers: Array<{
    readonly ticketId: TicketId
    readonly watcher: NewWatcher
    readonly addedBy: string | null
  }> = []
  readonly inbound: Array<{ readonly brandId: BrandId; readonly record: InboundRecord }> = []
  readonly messageIds: Array<{
    readonly brandId: BrandId
    readonly entry: NonNullable<Outcome<unknown>["messageIds"]>[number]
  }> = []
  readonly boundConversations = new Map<string, BoundConversation & { readonly brandId: BrandId }>()
  /** Every ticket that a customer's conversation came to be about. */
  readonly conversationTickets: Array<BoundConversation> = []
  readonly knownPeople = new Map<string, KnownPerson & { readonly brandId: BrandId }>()
  readonly drafts: Array<MessageDraft & Held> = []
  readonly changedMessages = new Set<string>()
  readonly toldMessages = new Set<string>()
  readonly revisions: Array<RevisedComment> = []
  readonly notices: Array<Notice & Held> = []
  readonly restedAddresses = new Map<string, RestedAddress & { readonly brandId: BrandId }>()
  /** Addresses to send to again: those of erased customers, and, with a `reason`, those that rest for that reason. */
  readonly wokenAddresses = new Map<
    string,
    Pick<RestedAddress, "address"> & { readonly reason?: RestedAddress["reason"]; readonly brandId: BrandId }
  >()
  readonly events: Array<{
    readonly event: StoredEvent
    readonly causation: Causation
    readonly isImported: boolean
  }> = []
  readonly audit: Array<{
    readonly brandId: BrandId
    readonly ticketId: TicketId | undefined
    readonly entry: AuditEntry
    readonly causation: Causation
  }> = []
  /** Tickets whose contents move to another one, in the order of the commands. */
  readonly moves: Array<Move> = []
  readonly newReceipts: Array<{ readonly key: string; readonly receipt: StoredReceipt }> = []

  /** Applies what a command decided: it is written with the batch, and seen by the commands after this one. */
  apply(brandId: BrandId, causation: Causation, outcome: Outcome<unknown>) {
    const { ticket } = outcome
    const before = ticket === undefined ? undefined : this.tickets.get(ticket.id)
    const written = ticket === undefined ? [] : [ticket, ...(outcome.absorbed ?? []).map((absorbed) => absorbed.ticket)]
    /** Number of the last event of each ticket. */
    const sequences = new Map<string, number>(written.map(({ id }) => [id, this.tickets.get(id)?.eventSeq ?? 0]))
    for (const draft of outcome.events) {
      const last = sequences.get(draft.subject)
      const sequence = last === undefined ? null : last + 1
      if (sequence !== null) sequences.set(draft.subject, sequence)
      this.events.push({
        event: { ...draft, id: this.ids("event"), brandId, sequence },
        causation,
        isImported: outcome.isImported === true
      })
    }
    for (const customer of outcome.otherCustomers ?? []) this.takeCustomer(customer)
    if (outcome.customer !== undefined) this.takeCustomer(outcome.customer)
    for (const tag of outcome.tags ?? []) {
      this.createdTags.push(tag)
      this.tagCounts.set(brandId, (this.tagCounts.get(brandId) ?? 0) + 1)
      this.learnTag(tag)
    }
    for (const one of written) {
      const earlier = this.tickets.get(one.id)
      const times = earlier === undefined ? {} : customerTimes(earlier, one, outcome, this)
      this.takeTicket(brandId, { ...one, ...times, eventSeq: sequences.get(one.id) ?? one.eventSeq })
    }
    if (ticket !== undefined) {
      for (const watcher of outcome.watchers ?? [])
        this.watchers.push({ ticketId: ticket.id, watcher, addedBy: causation.actor.id })
      const from = (outcome.absorbed ?? []).map(({ customer, opening, ticket: { id } }) => ({ id, opening, customer }))
      if (from.length > 0) this.move({ from, to: ticket.id })
      if (outcome.purged === true) this.purged.add(ticket.id)
    }
    for (const comment of outcome.comments ?? []) {
      if (!this.tickets.has(comment.ticketId)) throw new Error("a comment on a ticket that is not held")
      const known = this.comments.has(comment.id) && !this.createdComments.has(comment.id)
      ;(known ? this.changedComments : this.createdComments).add(comment.id)
      this.comments.set(comment.id, comment)
    }
    for (const file of outcome.attachments ?? []) {
      this.writtenAttachments.add(file.id)
      this.attachments.set(file.id, file)
    }
    for (const id of outcome.removedFiles ?? []) {
      this.removedAttachments.add(id)
      this.writtenAttachments.delete(id)
      this.attachments.delete(id)
    }
    if (outcome.inbound !== undefined) {
      const record = outcome.inbound
      this.inbound.push({ brandId, record })
      this.arrivedFiles.set(record.id, record.fileIds)
      const { email } = record.message.sender
      const known = this.correspondents.get(key(brandId, email))
      if (known !== undefined) this.learnCorrespondent(brandId, email, counted(known, record))
      this.learnDuplicate(brandId, hex(record.message.dedupeKey), { ...record, inboundId: record.id, duplicate: true })
    }
    for (const entry of outcome.messageIds ?? []) {
      this.messageIds.push({ brandId, entry })
      this.learnThread(brandId, entry.messageId, entry.ticketId, entry.direction)
      this.learnNamesake(brandId, entry.messageId, entry.direction === "out", entry.ticketId)
    }
    if (outcome.conversation !== undefined) this.bind(brandId, outcome.conversation)
    if (outcome.person !== undefined) this.recognise(brandId, outcome.person)
    const held: Held = { brandId, heldUntil: outcome.heldUntil }
    for (const draft of outcome.drafts ?? []) {
      if (!this.tickets.has(draft.ticketId)) throw new Error("a message about a ticket that is not held")
      this.drafts.push({ ...draft, ...held })
    }
    for (const message of outcome.messages ?? []) {
      this.messages.set(message.id, message)
      this.changedMessages.add(message.id)
    }
    for (const message of outcome.copiesTold ?? []) {
      this.messages.set(message.id, message)
      this.toldMessages.add(message.id)
    }
    this.revisions.push(...(outcome.revised ?? []))
    for (const rested of outcome.restedAddresses ?? [])
      this.restedAddresses.set(key(brandId, rested.address), { ...rested, brandId })
    for (const address of outcome.wokenAddresses ?? [])
      this.wokenAddresses.set(key(brandId, address), { address, brandId, reason: "bounce" })
    if (before !== undefined && this.watching.has(before.id))
      for (const notice of noticesOf(before, outcome, causation.actor)) this.notices.push({ ...notice, ...held })
    for (const entry of outcome.audit) {
      // If a command concerns several tickets, each has its own entries; a new customer is not part of their ticket's history.
      const about =
        entry.entityType === "customer" ? undefined : (written.find(({ id }) => id === entry.entityId) ?? ticket)
      this.audit.push({ brandId, ticketId: about?.id, entry, causation })
    }
  }

  private bind(brandId: BrandId, conversation: BoundConversation) {
    const { connectionId, key: id, mode, ticketId } = conversation
    if (this.now !== undefined) this.learnBinding(connectionId, id, { ticketId, mode, heardAt: this.now })
    if (mode === "customer") this.conversationTickets.push(conversation)
    const name = `${connectionId} ${id}`
    const before = this.boundConversations.get(name)
    // As `conversationConflict` does with what is already stored.
    const person = conversation.person ?? before?.person
    this.boundConversations.set(name, { ...before, ...conversation, person, brandId })
  }

  private recognise(brandId: BrandId, person: KnownPerson) {
    const name = `${person.connectionId} ${person.externalId}`
    if (this.people.get(name) === person.customerId) return
    this.people.set(name, person.customerId)
    this.knownPeople.set(name, { ...person, brandId })
  }

  private move(move: Move) {
    this.moves.push(move)
    const { to } = move
    const from = move.from.map(({ id }) => id)
    for (const { id, opening } of move.from)
      for (const file of this.attachments.values())
        if (file.ticketId === id && file.commentId === undefined)
          this.attachments.set(file.id, { ...file, commentId: opening })
    give(this.bindings, from, to)
    give(this.comments, from, to)
    give(this.attachments, from, to)
    give(this.messages, from, to)
    const [moved] = [to, ...from].flatMap((id) => this.conversations.get(id) ?? [])
    if (moved !== undefined) this.conversations.set(to, moved)
  }

  /** Keeps a command's answer for retries. */
  keep(receiptKey: string, receipt: StoredReceipt) {
    this.receipts.set(receiptKey, receipt)
    this.newReceipts.push({ key: receiptKey, receipt })
  }

  /** No foreign key proves what the writer adds to a brand. */
  private requireBrands() {
    if (!this.holdsBrands) throw new Error("an addition to a brand that is not held")
  }

  private takeCustomer(customer: Customer) {
    const { id, brandId, email, erasedAt, name } = customer
    const before = this.customers.get(id)
    if (before === undefined) {
      this.requireBrands()
      this.createdCustomers.add(id)
    } else {
      if (!this.createdCustomers.has(id)) this.changedCustomers.add(id)
      // A deleted customer's address may belong to somebody else by now.
      const isTheirs = before.deletedAt === undefined
      if (isTheirs) this.customersByEmail.delete(key(brandId, before.email))
      if (isTheirs && erasedAt !== undefined)
        this.wokenAddresses.set(key(brandId, before.email), { address: before.email, brandId })
      if (before.email !== email || before.name !== name) {
        this.renamedCustomers.add(id)
        for (const ticket of this.tickets.values())
          if (ticket.customerId === id)
            this.tickets.set(ticket.id, { ...ticket, customerEmail: email, customerName: name })
      }
    }
    this.learnHolder(customer)
  }

  private takeTicket(brandId: BrandId, ticket: Ticket) {
    const before = this.tickets.get(ticket.id)
    if (before === undefined) {
      this.requireBrands()
      this.createdTickets.add(ticket.id)
      const brand = this.brands.get(brandId)
      if (brand !== undefined && ticket.number >= brand.nextTicketNumber) {
        this.brands.set(brandId, { ...brand, nextTicketNumber: ticket.number + 1 })
        this.numberedBrands.add(brandId)
      }
    } else if (!this.createdTickets.has(ticket.id)) this.changedTickets.add(ticket.id)
    this.tickets.set(ticket.id, ticket)
  }
}

/** Assigns what belongs to the tickets `from` to the ticket `to`. */
const give = <A extends { readonly ticketId?: TicketId | undefined }>(
  things: Map<string, A>,
  from: ReadonlyArray<TicketId>,
  to: TicketId
) => {
  for (const [name, thing] of things)
    if (thing.ticketId !== undefined && from.includes(thing.ticketId)) things.set(name, { ...thing, ticketId: to })
}

/** A sender after one more message. */
const counted = (known: Correspondent, { ticketId }: InboundRecord): Correspondent => ({
  ...known,
  recent: known.recent + 1,
  recentOn:
    ticketId === undefined
      ? known.recentOn
      : new Map([...known.recentOn, [ticketId, (known.recentOn.get(ticketId) ?? 0) + 1]])
})
