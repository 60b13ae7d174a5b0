import type { DateTime } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { TicketPolicy } from "../../domain/Brand.ts"
import type { Category } from "../../domain/Category.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { Comment } from "../../domain/Comment.ts"
import type { Company } from "../../domain/Company.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { StoredEvent } from "../../domain/Event.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import type { BrandId, CompanyId, TicketId } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { Tag, Ticket } from "../../domain/Ticket.ts"
import type { Answer } from "../../events/Receipt.ts"
import type { InboundRecord, Outcome, Reads, TicketState } from "../../tickets/TicketStore.ts"

const key = (brandId: BrandId, value: string) => `${brandId} ${value}`

export const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")

export interface StoredReceipt {
  readonly fingerprint: string
  readonly answer: Answer
}

/**
 * What the commands of one transaction see and what they have decided so far. Each command sees the outcome of those
 * before it, as if they had been alone one after the other.
 */
export class Batch {
  now: DateTime.Utc | undefined
  /** Whether any of the brands has a webhook that events are delivered to. */
  subscribed = false
  readonly brands = new Map<BrandId, TicketPolicy>()
  readonly tickets = new Map<TicketId, Ticket>()
  /** Tickets as they were before the first command. */
  readonly storedTickets = new Map<TicketId, Ticket>()
  readonly customers = new Map<string, Customer>()
  readonly customersByEmail = new Map<string, Customer>()
  readonly companies = new Map<CompanyId, Company>()
  readonly companiesByEmail = new Map<string, CompanyId>()
  readonly tags = new Map<string, Tag>()
  /** Names of tags without case, as the database's locale has it. */
  readonly foldedNames = new Map<string, string>()
  readonly categories = new Map<string, Category>()
  readonly assignees = new Set<string>()
  readonly attachments = new Map<string, Attachment>()
  readonly comments = new Map<string, Comment>()
  readonly receipts = new Map<string, StoredReceipt>()
  readonly duplicates = new Map<string, IntakeResult>()
  readonly threads = new Map<string, TicketId>()

  /** What is to be written. */
  readonly createdTickets = new Set<TicketId>()
  readonly changedTickets = new Set<TicketId>()
  readonly numberedBrands = new Set<BrandId>()
  readonly createdCustomers = new Set<string>()
  readonly changedCustomers = new Set<string>()
  /** Changed customers whose name or address is another now: their tickets have copies. */
  readonly renamedCustomers = new Set<string>()
  readonly createdComments = new Set<string>()
  readonly changedComments = new Set<string>()
  readonly createdTags: Array<Tag> = []
  readonly writtenAttachments = new Set<string>()
  readonly watchers: Array<{
    readonly ticketId: TicketId
    readonly watcher: NonNullable<Outcome<unknown>["watchers"]>[number]
  }> = []
  readonly inbound: Array<{ readonly brandId: BrandId; readonly record: InboundRecord }> = []
  readonly messageIds: Array<{
    readonly brandId: BrandId
    readonly entry: NonNullable<Outcome<unknown>["messageIds"]>[number]
  }> = []
  readonly events: Array<{ readonly event: StoredEvent; readonly causation: Causation }> = []
  readonly audit: Array<{
    readonly brandId: BrandId
    readonly ticketId: TicketId | undefined
    readonly entry: AuditEntry
    readonly causation: Causation
  }> = []
  readonly newReceipts: Array<{ readonly key: string; readonly receipt: StoredReceipt }> = []

  readonly ids: IdGenerator["Service"]["next"]

  constructor(ids: IdGenerator["Service"]["next"]) {
    this.ids = ids
  }

  learnTicket(ticket: Ticket) {
    this.tickets.set(ticket.id, ticket)
    this.storedTickets.set(ticket.id, ticket)
  }

  learnCustomer(customer: Customer) {
    this.customers.set(customer.id, customer)
    if (customer.deletedAt === undefined) this.customersByEmail.set(key(customer.brandId, customer.email), customer)
  }

  learnCompanyOf(brandId: BrandId, email: string, companyId: CompanyId) {
    this.companiesByEmail.set(key(brandId, email), companyId)
  }

  learnTag(tag: Tag) {
    this.tags.set(tag.id, tag)
  }

  /** Tags of a ticket that is known already. */
  learnTagOf(ticketId: TicketId, tag: Tag) {
    const ticket = this.tickets.get(ticketId)
    if (ticket !== undefined) this.learnTicket({ ...ticket, tags: [...ticket.tags, tag] })
  }

  learnAssignee(brandId: BrandId, memberId: string) {
    this.assignees.add(key(brandId, memberId))
  }

  learnDuplicate(brandId: BrandId, dedupeKey: string, result: IntakeResult) {
    this.duplicates.set(key(brandId, dedupeKey), result)
  }

  learnThread(brandId: BrandId, messageId: string, ticketId: TicketId) {
    this.threads.set(key(brandId, messageId), ticketId)
  }

  /** What a command of this brand sees, or undefined when the brand does not exist. */
  state(brandId: BrandId, reads: Reads): TicketState | undefined {
    const brand = this.brands.get(brandId)
    if (brand === undefined || this.now === undefined) return undefined
    const owned = <A extends { readonly brandId: BrandId }>(thing: A | undefined) =>
      thing?.brandId === brandId ? thing : undefined
    const ticket = reads.ticketId === undefined ? undefined : owned(this.tickets.get(reads.ticketId))
    const { customer, customerKeys, inbound } = reads
    return {
      now: this.now,
      brand,
      ids: this.ids,
      ticket,
      ticketCustomer: ticket === undefined ? undefined : present(this.customers.get(ticket.customerId)),
      ticketCategory: ticket?.categoryId === undefined ? undefined : this.categories.get(ticket.categoryId),
      comments: (reads.commentIds ?? []).flatMap((id) => {
        const comment = this.comments.get(id)
        return comment === undefined || comment.ticketId !== ticket?.id ? [] : [comment]
      }),
      customer:
        customer === undefined
          ? undefined
          : "id" in customer
            ? present(owned(this.customers.get(customer.id)))
            : this.customersByEmail.get(key(brandId, customer.email)),
      companyId:
        customer !== undefined && "email" in customer
          ? this.companiesByEmail.get(key(brandId, customer.email))
          : undefined,
      keyHolders: {
        email:
          customerKeys?.email === undefined
            ? undefined
            : this.customersByEmail.get(key(brandId, customerKeys.email))?.id,
        externalId:
          customerKeys?.externalId === undefined ? undefined : this.holderOf(brandId, customerKeys.externalId)?.id
      },
      companies:
        reads.companyIds === undefined
          ? []
          : [...this.companies.values()].filter((company) => company.brandId === brandId),
      tags: [...this.tags.values()].filter((tag) => tag.brandId === brandId),
      foldTagName: (name) => this.foldedNames.get(name) ?? name,
      category: reads.categoryId === undefined ? undefined : owned(this.categories.get(reads.categoryId)),
      assigneeId:
        reads.assigneeId !== undefined && this.assignees.has(key(brandId, reads.assigneeId))
          ? reads.assigneeId
          : undefined,
      attachments: (reads.attachmentIds ?? []).flatMap((id) => {
        const file = owned(this.attachments.get(id))
        return file === undefined || file.ticketId !== undefined ? [] : [file]
      }),
      duplicate: inbound === undefined ? undefined : this.duplicates.get(key(brandId, hex(inbound.dedupeKey))),
      threads: (inbound?.references ?? []).flatMap((reference) => {
        const id = this.threads.get(key(brandId, reference))
        const ticket = id === undefined ? undefined : owned(this.tickets.get(id))
        return ticket === undefined ? [] : [{ reference, ticket }]
      })
    }
  }

  /** Takes over what a command decided: it is written with the batch, and seen by the commands after this one. */
  apply(brandId: BrandId, causation: Causation, outcome: Outcome<unknown>) {
    let ticket = outcome.ticket
    let sequence = ticket === undefined ? 0 : (this.tickets.get(ticket.id)?.eventSeq ?? 0)
    for (const draft of outcome.events) {
      const ofTicket = ticket !== undefined && draft.subject === ticket.id
      const event: StoredEvent = { ...draft, id: this.ids("event"), brandId, sequence: ofTicket ? ++sequence : null }
      this.events.push({ event, causation })
    }
    if (outcome.customer !== undefined) this.takeCustomer(outcome.customer)
    for (const tag of outcome.tags ?? []) {
      this.createdTags.push(tag)
      this.learnTag(tag)
    }
    if (ticket !== undefined) {
      ticket = { ...ticket, eventSeq: sequence }
      this.takeTicket(brandId, ticket)
      for (const watcher of outcome.watchers ?? []) this.watchers.push({ ticketId: ticket.id, watcher })
    }
    for (const comment of outcome.comments ?? []) {
      const known = this.comments.has(comment.id) && !this.createdComments.has(comment.id)
      ;(known ? this.changedComments : this.createdComments).add(comment.id)
      this.comments.set(comment.id, comment)
    }
    for (const file of outcome.attachments ?? []) {
      this.writtenAttachments.add(file.id)
      this.attachments.set(file.id, file)
    }
    if (outcome.inbound !== undefined) {
      const record = outcome.inbound
      this.inbound.push({ brandId, record })
      this.learnDuplicate(brandId, hex(record.message.dedupeKey), { ...record, inboundId: record.id, duplicate: true })
    }
    for (const entry of outcome.messageIds ?? []) {
      this.messageIds.push({ brandId, entry })
      this.learnThread(brandId, entry.messageId, entry.ticketId)
    }
    const about = ticket?.id
    for (const entry of outcome.audit) this.audit.push({ brandId, ticketId: about, entry, causation })
  }

  /** Keeps the answer of a command for whoever sends it again. */
  keep(receiptKey: string, receipt: StoredReceipt) {
    this.receipts.set(receiptKey, receipt)
    this.newReceipts.push({ key: receiptKey, receipt })
  }

  private holderOf(brandId: BrandId, externalId: string) {
    return [...this.customers.values()].find(
      (customer) =>
        customer.brandId === brandId && customer.externalId === externalId && present(customer) !== undefined
    )
  }

  private takeCustomer(customer: Customer) {
    const { id, brandId, email, name } = customer
    const before = this.customers.get(id)
    if (before === undefined) this.createdCustomers.add(id)
    else {
      if (!this.createdCustomers.has(id)) this.changedCustomers.add(id)
      this.customersByEmail.delete(key(brandId, before.email))
      if (before.email !== email || before.name !== name) {
        this.renamedCustomers.add(id)
        for (const ticket of this.tickets.values())
          if (ticket.customerId === id)
            this.tickets.set(ticket.id, { ...ticket, customerEmail: email, customerName: name })
      }
    }
    this.learnCustomer(customer)
  }

  private takeTicket(brandId: BrandId, ticket: Ticket) {
    const before = this.tickets.get(ticket.id)
    if (before === undefined) {
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

const present = (customer: Customer | undefined) => (customer?.deletedAt === undefined ? customer : undefined)
