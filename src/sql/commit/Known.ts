import type { DateTime } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { TicketPolicy } from "../../domain/Brand.ts"
import type { Category } from "../../domain/Category.ts"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { Comment } from "../../domain/Comment.ts"
import type { Company } from "../../domain/Company.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import type { AttachmentId, BrandId, CompanyId, CustomerId, InboundId, NumberId, TicketId } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { OutboundMessage } from "../../domain/OutboundMessage.ts"
import type { Tag, Ticket } from "../../domain/Ticket.ts"
import type { TicketConversation } from "../../domain/TicketConversation.ts"
import { endOfMerges } from "../../domain/TicketLifecycle.ts"
import type { Answer } from "../../events/Receipt.ts"
import type { BoundConversation, Texting, TicketState } from "../../tickets/TicketCommand.ts"

/** The map key of a brand's value. */
export const key = (brandId: BrandId, value: string) => `${brandId} ${value}`

/** What a conversation is about, and when it was last active. */
interface Binding {
  readonly ticketId: TicketId
  readonly mode: BoundConversation["mode"]
  readonly heardAt: DateTime.Utc
}

export interface Correspondent {
  readonly member: NonNullable<TicketState["arrival"]>["member"]
  readonly recent: number
  readonly recentOn: ReadonlyMap<TicketId, number>
  readonly rests: boolean
}

/** What changes with a brand's settings, and with everything that its tickets show beyond their own columns. */
export interface BrandStamp {
  readonly version: number
  readonly revision: number
  /** Whether it has a webhook that events are delivered to. */
  readonly subscribed: boolean
}

export interface StoredReceipt {
  readonly fingerprint: string
  readonly answer: Answer
  /** Whether it is stored encrypted (`answerSeals`). */
  readonly secret: boolean
}

/**
 * What the commands of one transaction know: what was loaded for them, and what the commands before each of them have decided.
 */
export class Known {
  now: DateTime.Utc | undefined
  /** Whether any of the brands has a webhook that events are delivered to. */
  subscribed = false
  /** Whether the brands are locked: adding tickets and customers to them relies on it (docs/decisions/0037). */
  holdsBrands = false
  /** Whether the tenant has a chat connection, whose threads may need updates after this. */
  chats = false
  readonly brands = new Map<BrandId, TicketPolicy>()
  readonly stamps = new Map<BrandId, BrandStamp>()
  readonly tickets = new Map<TicketId, Ticket>()
  /** Tickets and customers inside chains of merges. They are not locked: a merge is permanent. */
  readonly passedTickets = new Map<TicketId, { readonly mergedIntoId: TicketId }>()
  readonly passedCustomers = new Map<CustomerId, { readonly mergedIntoId: CustomerId }>()
  /** Tickets as they were before the first command. */
  readonly storedTickets = new Map<TicketId, Ticket>()
  /** Customers known to be renamed: their tickets, which hold copies, are locked along with those that are read. */
  renaming: ReadonlyArray<CustomerId> = []
  readonly customers = new Map<string, Customer>()
  readonly customersByEmail = new Map<string, Customer>()
  /** Customers who were merged into others, by addresses that nobody else has. */
  readonly formerHolders = new Map<string, CustomerId>()
  readonly companies = new Map<CompanyId, Company>()
  readonly companiesByEmail = new Map<string, CompanyId>()
  readonly tags = new Map<string, Tag>()
  /** Number of tags of the brands that may get more. */
  readonly tagCounts = new Map<BrandId, number>()
  /** Names of tags without case, folded by the database's locale. */
  readonly foldedNames = new Map<string, string>()
  readonly categories = new Map<string, Category>()
  /** Addresses of members who can see a brand, by brand and member id. */
  readonly assignees = new Map<string, string>()
  readonly attachments = new Map<string, Attachment>()
  /** The files that came with inbound messages. */
  readonly arrivedFiles = new Map<InboundId, ReadonlyArray<AttachmentId>>()
  readonly comments = new Map<string, Comment>()
  readonly receipts = new Map<string, StoredReceipt>()
  readonly duplicates = new Map<string, IntakeResult>()
  readonly threads = new Map<string, { readonly ticketId: TicketId; readonly isOurs: boolean }>()
  /** Messages with the same message id as an inbound one. */
  readonly namesakes = new Map<string, { readonly isOurs: boolean; readonly ticketId: TicketId }>()
  /** Senders of inbound messages. */
  readonly correspondents = new Map<string, Correspondent>()
  /** Of the requested addresses, those that are support addresses, with their brands. */
  readonly ownAddresses = new Map<string, BrandId>()
  /** Of the requested addresses, those whose mail comes here. */
  readonly ours = new Set<string>()
  /** Tickets that messages may continue although no message id refers to them: by id, and by number. */
  readonly continued = new Set<TicketId>()
  readonly numbers = new Set<string>()
  readonly formerPrefixes = new Map<BrandId, Set<string>>()
  /** Tickets that conversations are about, by connection and key; and customers, by their ids on connections. */
  readonly bindings = new Map<string, Binding>()
  readonly people = new Map<string, CustomerId>()
  /** Where tickets' customers are talked to. */
  readonly conversations = new Map<TicketId, TicketConversation>()
  /** How people can be texted, by brand, their number and the requested sending number. */
  readonly textings = new Map<string, Omit<Texting, "owner"> & { readonly ownerId: CustomerId | undefined }>()
  readonly messages = new Map<string, OutboundMessage>()
  /** Of the requested addresses, those that their brand sends from. */
  readonly senders = new Set<string>()
  /** Members who watch the tickets that have watchers, by id. */
  readonly watching = new Map<TicketId, Array<string>>()
  /** Tickets that are permanently removed. */
  readonly purged = new Set<TicketId>()

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

  /** Learns who has an address, or had it before being merged into another customer. */
  learnHolder(customer: Customer) {
    if (customer.mergedIntoId !== undefined) this.formerHolders.set(key(customer.brandId, customer.email), customer.id)
    this.learnCustomer(customer)
  }

  /** Whose address it is; for that of a merged customer, the customer that they became. */
  customerOf(brandId: BrandId, email: string): Customer | undefined {
    const name = key(brandId, email)
    const former = this.formerHolders.get(name)
    return this.customersByEmail.get(name) ?? (former === undefined ? undefined : this.livingCustomer(former))
  }

  learnCompanyOf(brandId: BrandId, email: string, companyId: CompanyId) {
    this.companiesByEmail.set(key(brandId, email), companyId)
  }

  learnTag(tag: Tag) {
    this.tags.set(tag.id, tag)
  }

  /** Learns a tag of a ticket that is already known. */
  learnTagOf(ticketId: TicketId, tag: Tag) {
    const ticket = this.tickets.get(ticketId)
    if (ticket !== undefined) this.learnTicket({ ...ticket, tags: [...ticket.tags, tag] })
  }

  learnWatcher(ticketId: TicketId, memberId: string) {
    this.watching.set(ticketId, [...(this.watching.get(ticketId) ?? []), memberId])
  }

  learnSender(brandId: BrandId, addressId: string) {
    this.senders.add(key(brandId, addressId))
  }

  learnAssignee(brandId: BrandId, memberId: string, email: string) {
    this.assignees.set(key(brandId, memberId), email)
  }

  learnDuplicate(brandId: BrandId, dedupeKey: string, result: IntakeResult) {
    this.duplicates.set(key(brandId, dedupeKey), result)
  }

  /** The tickets that messages refer to, or those that they were merged into, unless they are already known. */
  ticketsToLoad(): ReadonlyArray<TicketId> {
    const numbered = [...this.tickets.values()].filter((ticket) => this.isExpected(ticket)).map(({ id }) => id)
    const named = [
      ...[...this.threads.values(), ...this.bindings.values(), ...this.namesakes.values()].map(
        ({ ticketId }) => ticketId
      ),
      ...this.continued,
      ...numbered
    ]
    return [...new Set(named)].flatMap((id) => {
      const end = this.endOfTicket(id)
      return end === undefined || this.tickets.has(end) ? [] : [end]
    })
  }

  /** The ticket itself, or the one that it was finally merged into, as far as that is known. */
  endOfTicket(id: TicketId | undefined): TicketId | undefined {
    return id === undefined ? undefined : endOfMerges(id, (id) => this.tickets.get(id) ?? this.passedTickets.get(id))
  }

  /** The customers that loaded ones were merged into, unless they are already known. */
  customersToLoad(): ReadonlyArray<CustomerId> {
    return [...this.customers.values()].flatMap(({ mergedIntoId }) => {
      const end = mergedIntoId === undefined ? undefined : this.#whoTheyBecame(mergedIntoId)
      return end === undefined || this.customers.has(end) ? [] : [end]
    })
  }

  #whoTheyBecame(id: CustomerId): CustomerId | undefined {
    return endOfMerges(id, (id) => this.customers.get(id) ?? this.passedCustomers.get(id))
  }

  /** The customer with this id, or the one that they became; `undefined` if that one is deleted. */
  livingCustomer(id: CustomerId): Customer | undefined {
    const end = this.#whoTheyBecame(id)
    const customer = end === undefined ? undefined : this.customers.get(end)
    return customer?.deletedAt === undefined ? customer : undefined
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

  learnNamesake(brandId: BrandId, messageId: string, isOurs: boolean, ticketId: TicketId) {
    this.namesakes.set(key(brandId, messageId), { isOurs, ticketId })
  }

  learnCorrespondent(brandId: BrandId, email: string, correspondent: Correspondent) {
    this.correspondents.set(key(brandId, email), correspondent)
  }

  expectNumber(brandId: BrandId, number: number) {
    this.numbers.add(key(brandId, String(number)))
  }

  /** Whether a message may continue the ticket because it mentions its number. */
  isExpected({ brandId, number }: Ticket): boolean {
    return this.numbers.size > 0 && this.numbers.has(key(brandId, String(number)))
  }
}
