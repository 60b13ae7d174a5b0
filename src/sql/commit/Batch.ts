import type { DateTime } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { TicketPolicy } from "../../domain/Brand.ts"
import type { Category } from "../../domain/Category.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { Comment } from "../../domain/Comment.ts"
import type { Company } from "../../domain/Company.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { StoredEvent } from "../../domain/Event.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import type { AttachmentId, BrandId, CompanyId, CustomerId, MessageId, NumberId, TicketId } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { MessageDraft, OutboundMessage } from "../../domain/OutboundMessage.ts"
import type { Tag, Ticket } from "../../domain/Ticket.ts"
import type { TicketConversation } from "../../domain/TicketConversation.ts"
import { endOfMerges } from "../../domain/TicketLifecycle.ts"
import type { NewWatcher } from "../../domain/Watcher.ts"
import type { Answer } from "../../events/Receipt.ts"
import { type Notice, noticesOf } from "../../tickets/noticesOf.ts"
import type {
  BoundConversation,
  InboundRecord,
  KnownPerson,
  Outcome,
  Reads,
  RestedAddress,
  RevisedComment,
  Texting,
  TicketState
} from "../../tickets/TicketStore.ts"

const key = (brandId: BrandId, value: string) => `${brandId} ${value}`

export const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")

/** What a conversation is about, and when it was last heard of. */
interface Binding {
  readonly ticketId: TicketId
  readonly mode: BoundConversation["mode"]
  readonly heardAt: DateTime.Utc
}

interface Correspondent {
  readonly member: NonNullable<TicketState["arrival"]>["member"]
  readonly recent: number
  readonly recentOn: ReadonlyMap<TicketId, number>
}

export interface StoredReceipt {
  readonly fingerprint: string
  readonly answer: Answer
  /** Whether it is stored encrypted (`answerSeals`). */
  readonly secret: boolean
}

/** What is to be sent, and when at the earliest. */
export interface Held {
  readonly brandId: BrandId
  readonly heldUntil: DateTime.Utc | undefined
}

/**
 * What the commands of one transaction see and what they have decided so far. Each command sees the outcome of those
 * before it, as if they had been alone one after the other.
 */
export class Batch {
  now: DateTime.Utc | undefined
  /** Whether any of the brands has a webhook that events are delivered to. */
  subscribed = false
  /** Whether the tenant has a chat connection, whose threads may be behind after this. */
  chats = false
  readonly brands = new Map<BrandId, TicketPolicy>()
  readonly tickets = new Map<TicketId, Ticket>()
  /** Tickets as they were before the first command. */
  readonly storedTickets = new Map<TicketId, Ticket>()
  readonly customers = new Map<string, Customer>()
  readonly customersByEmail = new Map<string, Customer>()
  readonly companies = new Map<CompanyId, Company>()
  readonly companiesByEmail = new Map<string, CompanyId>()
  readonly tags = new Map<string, Tag>()
  /** How many tags the brands have that may get more. */
  readonly tagCounts = new Map<BrandId, number>()
  /** Names of tags without case, as the database's locale has it. */
  readonly foldedNames = new Map<string, string>()
  readonly categories = new Map<string, Category>()
  readonly assignees = new Set<string>()
  readonly attachments = new Map<string, Attachment>()
  readonly comments = new Map<string, Comment>()
  readonly receipts = new Map<string, StoredReceipt>()
  readonly duplicates = new Map<string, IntakeResult>()
  readonly threads = new Map<string, { readonly ticketId: TicketId; readonly isOurs: boolean }>()
  /** Messages that have the id of one that comes in. */
  readonly namesakes = new Map<string, { readonly isOurs: boolean }>()
  /** Who sends what comes in. */
  readonly correspondents = new Map<string, Correspondent>()
  /** Support addresses among those named, by address. */
  readonly ownAddresses = new Map<string, BrandId>()
  /** Tickets that messages may continue although no message id names them: by id, and by number. */
  readonly continued = new Set<TicketId>()
  readonly numbers = new Set<string>()
  /** Tickets that conversations are about, by connection and key; and customers by their ids at connections. */
  readonly bindings = new Map<string, Binding>()
  readonly people = new Map<string, CustomerId>()
  /** Where customers of tickets are talked to. */
  readonly conversations = new Map<TicketId, TicketConversation>()
  /** How people can be texted, by brand, their number and the one that was asked for. */
  readonly textings = new Map<string, Omit<Texting, "owner"> & { readonly ownerId: CustomerId | undefined }>()
  readonly messages = new Map<string, OutboundMessage>()
  /** Addresses that their brand sends from, of those asked for. */
  readonly senders = new Set<string>()
  /** Tickets that somebody watches. */
  readonly watched = new Set<TicketId>()
  readonly watching: Array<TicketState["watchers"][number]> = []

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
  readonly revisions: Array<RevisedComment> = []
  readonly notices: Array<Notice & Held> = []
  readonly restedAddresses = new Map<string, RestedAddress & { readonly brandId: BrandId }>()
  readonly events: Array<{ readonly event: StoredEvent; readonly causation: Causation }> = []
  readonly audit: Array<{
    readonly brandId: BrandId
    readonly ticketId: TicketId | undefined
    readonly entry: AuditEntry
    readonly causation: Causation
  }> = []
  /** Tickets whose contents become another's, in the order of the commands. */
  readonly moves: Array<{ readonly from: ReadonlyArray<TicketId>; readonly to: TicketId }> = []
  /** Tickets that are removed for good. */
  readonly purged = new Set<TicketId>()
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

  learnSender(brandId: BrandId, addressId: string) {
    this.senders.add(key(brandId, addressId))
  }

  learnAssignee(brandId: BrandId, memberId: string) {
    this.assignees.add(key(brandId, memberId))
  }

  learnDuplicate(brandId: BrandId, dedupeKey: string, result: IntakeResult) {
    this.duplicates.set(key(brandId, dedupeKey), result)
  }

  /** What loaded tickets of threads were merged into, as far as it is not known here. */
  mergeTargetsToLoad(): ReadonlyArray<TicketId> {
    const numbered = [...this.tickets.values()].filter((ticket) => this.isExpected(ticket)).map(({ id }) => id)
    const named = [
      ...[...this.threads.values(), ...this.bindings.values()].map(({ ticketId }) => ticketId),
      ...this.continued,
      ...numbered
    ]
    return [...new Set(named)].flatMap((id) => {
      const end = endOfMerges(id, (id) => this.tickets.get(id))
      return end === undefined || this.tickets.has(end) ? [] : [end]
    })
  }

  learnThread(brandId: BrandId, messageId: string, ticketId: TicketId, direction: "in" | "out") {
    this.threads.set(key(brandId, messageId), { ticketId, isOurs: direction === "out" })
  }

  learnBinding(connectionId: ConnectionId, id: string, binding: Binding) {
    this.bindings.set(`${connectionId} ${id}`, binding)
  }

  learnPerson(connectionId: ConnectionId, externalId: string, customerId: CustomerId) {
    this.people.set(`${connectionId} ${externalId}`, customerId)
  }

  learnTexting(
    brandId: BrandId,
    phone: string,
    asked: NumberId | undefined,
    texting: Omit<Texting, "owner"> & { readonly ownerId: CustomerId | undefined }
  ) {
    this.textings.set(key(brandId, `${phone} ${asked}`), texting)
  }

  /** How a number can be texted, whose it is by now included: a command before this one may have made that customer. */
  private textingOf(brandId: BrandId, { numberId, phone }: NonNullable<Reads["texting"]>): Texting | undefined {
    const texting = this.textings.get(key(brandId, `${phone} ${numberId}`))
    if (texting === undefined) return undefined
    const { ownerId, ...rest } = texting
    const known = this.people.get(`${texting.connection.id} ${phone}`) ?? ownerId
    return { ...rest, owner: known === undefined ? undefined : present(this.customers.get(known)) }
  }

  learnNamesake(brandId: BrandId, messageId: string, isOurs: boolean) {
    this.namesakes.set(key(brandId, messageId), { isOurs })
  }

  learnCorrespondent(brandId: BrandId, email: string, correspondent: Correspondent) {
    this.correspondents.set(key(brandId, email), correspondent)
  }

  expectNumber(brandId: BrandId, number: number) {
    this.numbers.add(key(brandId, String(number)))
  }

  private isExpected({ brandId, number }: Ticket): boolean {
    return this.numbers.size > 0 && this.numbers.has(key(brandId, String(number)))
  }

  /** What is known of a message that comes in, beside the tickets it continues. */
  private arrival(brandId: BrandId, { addresses = [], externalId, sender }: NonNullable<Reads["inbound"]>) {
    if (sender === undefined) return undefined
    const { member, recent = 0, recentOn = new Map() } = this.correspondents.get(key(brandId, sender)) ?? {}
    return {
      namesake: externalId === undefined ? undefined : this.namesakes.get(key(brandId, externalId)),
      member,
      recent,
      recentOn,
      ownAddresses: new Map(
        addresses.flatMap(({ email }) => {
          const owner = this.ownAddresses.get(email)
          return owner === undefined ? [] : [[email, owner] as const]
        })
      ),
      ticketsByNumber: [...this.tickets.values()].filter(
        (ticket) => ticket.brandId === brandId && this.isExpected(ticket) && !this.purged.has(ticket.id)
      ),
      customerOf: ({ customerId }: Ticket) => present(this.customers.get(customerId))
    }
  }

  /** The ticket that the conversation of a message is about. */
  private boundTo(
    { conversation }: NonNullable<Reads["inbound"]>,
    loadedTicket: TicketState["loadedTicket"]
  ): TicketState["bound"] {
    if (conversation === undefined) return undefined
    const binding = this.bindings.get(`${conversation.connectionId} ${conversation.key}`)
    const ticket = binding === undefined ? undefined : loadedTicket(binding.ticketId)
    return binding === undefined || ticket === undefined
      ? undefined
      : { ticket, mode: binding.mode, heardAt: binding.heardAt }
  }

  private personOf({ person }: NonNullable<Reads["inbound"]>): Customer | undefined {
    if (person === undefined) return undefined
    const customerId = this.people.get(`${person.connectionId} ${person.externalId}`)
    return customerId === undefined ? undefined : present(this.customers.get(customerId))
  }

  /** What a command of this brand sees, or undefined when the brand does not exist. */
  state(brandId: BrandId, reads: Reads, actorId: string | null): TicketState | undefined {
    const brand = this.brands.get(brandId)
    if (brand === undefined || this.now === undefined) return undefined
    const owned = <A extends { readonly brandId: BrandId }>(thing: A | undefined) =>
      thing?.brandId === brandId ? thing : undefined
    const loadedTicket = (id: TicketId) => (this.purged.has(id) ? undefined : owned(this.tickets.get(id)))
    const ticket = reads.ticketId === undefined ? undefined : loadedTicket(reads.ticketId)
    const { customer, customerKeys, inbound } = reads
    return {
      now: this.now,
      brand,
      ids: this.ids,
      ticket,
      loadedTicket,
      watchers:
        reads.watchers === true
          ? this.watching.filter(({ ticketId }) =>
              [reads.ticketId, ...(reads.otherTicketIds ?? [])].some((id) => id === ticketId)
            )
          : [],
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
          customerKeys?.externalId === undefined
            ? undefined
            : this.holderOf(brandId, "externalId", customerKeys.externalId)?.id,
        phone: customerKeys?.phone === undefined ? undefined : this.holderOf(brandId, "phone", customerKeys.phone)?.id
      },
      companies:
        reads.companyIds === undefined
          ? []
          : [...this.companies.values()].filter((company) => company.brandId === brandId),
      tags: [...this.tags.values()].filter((tag) => tag.brandId === brandId),
      tagCount: this.tagCounts.get(brandId) ?? 0,
      foldTagName: (name) => this.foldedNames.get(name) ?? name,
      category: reads.categoryId === undefined ? undefined : owned(this.categories.get(reads.categoryId)),
      members: (reads.memberIds ?? []).filter((id) => this.assignees.has(key(brandId, id))),
      assigneeId:
        reads.assigneeId !== undefined && this.assignees.has(key(brandId, reads.assigneeId))
          ? reads.assigneeId
          : undefined,
      attachments: (reads.attachmentIds ?? []).flatMap((id) => {
        const file = owned(this.attachments.get(id))
        return file === undefined ||
          file.status !== "UPLOADED" ||
          !(reads.anyUploader === true || file.owner === actorId)
          ? []
          : [file]
      }),
      files: (reads.fileIds ?? []).flatMap((id) => {
        const file = this.attachments.get(id)
        return file === undefined || ticket === undefined || file.ticketId !== ticket.id ? [] : [file]
      }),
      arrival: inbound === undefined ? undefined : this.arrival(brandId, inbound),
      bound: inbound === undefined ? undefined : this.boundTo(inbound, loadedTicket),
      person: inbound === undefined ? undefined : owned(this.personOf(inbound)),
      conversationOf: (id) => this.conversations.get(id),
      texting: reads.texting === undefined ? undefined : this.textingOf(brandId, reads.texting),
      duplicate: inbound === undefined ? undefined : this.duplicates.get(key(brandId, hex(inbound.dedupeKey))),
      threads: (inbound?.references ?? []).flatMap((reference) => {
        const thread = this.threads.get(key(brandId, reference))
        const ticket = thread === undefined ? undefined : loadedTicket(thread.ticketId)
        return thread === undefined || ticket === undefined ? [] : [{ reference, ticket, isOurs: thread.isOurs }]
      }),
      messages: (reads.carriers === true ? this.carriersOf(reads) : (reads.messageIds ?? [])).flatMap((id) => {
        const message = this.messages.get(id)
        return message === undefined || ticket === undefined || message.ticketId !== ticket.id ? [] : [message]
      }),
      sendsFrom: reads.addressId !== undefined && this.senders.has(key(brandId, reads.addressId))
    }
  }

  private carriersOf({ commentIds = [] }: Reads): ReadonlyArray<MessageId> {
    return [...this.messages.values()]
      .filter(({ commentId }) => commentId !== undefined && commentIds.includes(commentId))
      .map(({ id }) => id)
  }

  /** Takes over what a command decided: it is written with the batch, and seen by the commands after this one. */
  apply(brandId: BrandId, causation: Causation, outcome: Outcome<unknown>) {
    const { ticket } = outcome
    const before = ticket === undefined ? undefined : this.tickets.get(ticket.id)
    const written = ticket === undefined ? [] : [ticket, ...(outcome.absorbed ?? [])]
    /** Number of the last event of each ticket. */
    const sequences = new Map<string, number>(written.map(({ id }) => [id, this.tickets.get(id)?.eventSeq ?? 0]))
    for (const draft of outcome.events) {
      const last = sequences.get(draft.subject)
      const sequence = last === undefined ? null : last + 1
      if (sequence !== null) sequences.set(draft.subject, sequence)
      this.events.push({ event: { ...draft, id: this.ids("event"), brandId, sequence }, causation })
    }
    for (const customer of outcome.otherCustomers ?? []) this.takeCustomer(customer)
    if (outcome.customer !== undefined) this.takeCustomer(outcome.customer)
    for (const tag of outcome.tags ?? []) {
      this.createdTags.push(tag)
      this.tagCounts.set(brandId, (this.tagCounts.get(brandId) ?? 0) + 1)
      this.learnTag(tag)
    }
    for (const one of written) this.takeTicket(brandId, { ...one, eventSeq: sequences.get(one.id) ?? one.eventSeq })
    if (ticket !== undefined) {
      for (const watcher of outcome.watchers ?? [])
        this.watchers.push({ ticketId: ticket.id, watcher, addedBy: causation.actor.id })
      const from = (outcome.absorbed ?? []).map(({ id }) => id)
      if (from.length > 0) this.move(from, ticket.id)
      if (outcome.purged === true) this.purged.add(ticket.id)
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
    for (const id of outcome.removedFiles ?? []) {
      this.removedAttachments.add(id)
      this.writtenAttachments.delete(id)
      this.attachments.delete(id)
    }
    if (outcome.inbound !== undefined) {
      const record = outcome.inbound
      this.inbound.push({ brandId, record })
      const { email } = record.message.sender
      const known = this.correspondents.get(key(brandId, email))
      if (known !== undefined) this.learnCorrespondent(brandId, email, counted(known, record))
      this.learnDuplicate(brandId, hex(record.message.dedupeKey), { ...record, inboundId: record.id, duplicate: true })
    }
    for (const entry of outcome.messageIds ?? []) {
      this.messageIds.push({ brandId, entry })
      this.learnThread(brandId, entry.messageId, entry.ticketId, entry.direction)
      this.learnNamesake(brandId, entry.messageId, entry.direction === "out")
    }
    if (outcome.conversation !== undefined) this.bind(brandId, outcome.conversation)
    if (outcome.person !== undefined) this.recognise(brandId, outcome.person)
    const held: Held = { brandId, heldUntil: outcome.heldUntil }
    for (const draft of outcome.drafts ?? []) this.drafts.push({ ...draft, ...held })
    for (const message of outcome.messages ?? []) {
      this.messages.set(message.id, message)
      this.changedMessages.add(message.id)
    }
    this.revisions.push(...(outcome.revised ?? []))
    for (const rested of outcome.restedAddresses ?? [])
      this.restedAddresses.set(key(brandId, rested.address), { ...rested, brandId })
    if (before !== undefined && this.watched.has(before.id))
      for (const notice of noticesOf(before, outcome, causation.actor)) this.notices.push({ ...notice, ...held })
    for (const entry of outcome.audit) {
      // Of several tickets each has its own lines; a customer who comes with one is no part of its history.
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
    this.boundConversations.set(name, { ...this.boundConversations.get(name), ...conversation, brandId })
  }

  private recognise(brandId: BrandId, person: KnownPerson) {
    const name = `${person.connectionId} ${person.externalId}`
    if (this.people.get(name) === person.customerId) return
    this.people.set(name, person.customerId)
    this.knownPeople.set(name, { ...person, brandId })
  }

  private move(from: ReadonlyArray<TicketId>, to: TicketId) {
    this.moves.push({ from, to })
    for (const [name, binding] of this.bindings)
      if (from.includes(binding.ticketId)) this.bindings.set(name, { ...binding, ticketId: to })
    const [moved] = [to, ...from].flatMap((id) => this.conversations.get(id) ?? [])
    if (moved !== undefined) this.conversations.set(to, moved)
  }

  /** Keeps the answer of a command for whoever sends it again. */
  keep(receiptKey: string, receipt: StoredReceipt) {
    this.receipts.set(receiptKey, receipt)
    this.newReceipts.push({ key: receiptKey, receipt })
  }

  private holderOf(brandId: BrandId, name: "externalId" | "phone", value: string) {
    return [...this.customers.values()].find(
      (customer) => customer.brandId === brandId && customer[name] === value && present(customer) !== undefined
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

/** A sender of one message more. */
const counted = (known: Correspondent, { ticketId }: InboundRecord): Correspondent => ({
  ...known,
  recent: known.recent + 1,
  recentOn:
    ticketId === undefined
      ? known.recentOn
      : new Map([...known.recentOn, [ticketId, (known.recentOn.get(ticketId) ?? 0) + 1]])
})

const present = (customer: Customer | undefined) => (customer?.deletedAt === undefined ? customer : undefined)
