import type { DateTime } from "effect"
import type { Attachment } from "../../domain/Attachment.ts"
import type { TicketPolicy } from "../../domain/Brand.ts"
import type { Category } from "../../domain/Category.ts"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { Comment } from "../../domain/Comment.ts"
import type { Company } from "../../domain/Company.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import type { BrandId, CompanyId, CustomerId, NumberId, TicketId } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { OutboundMessage } from "../../domain/OutboundMessage.ts"
import type { Tag, Ticket } from "../../domain/Ticket.ts"
import type { TicketConversation } from "../../domain/TicketConversation.ts"
import { endOfMerges } from "../../domain/TicketLifecycle.ts"
import type { Answer } from "../../events/Receipt.ts"
import type { BoundConversation, Texting, TicketState } from "../../tickets/TicketCommand.ts"

/** The name of what a brand has under a value. */
export const key = (brandId: BrandId, value: string) => `${brandId} ${value}`

/** What a conversation is about, and when it was last heard of. */
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

/** What changes with a brand's settings, and with all that its tickets show beside their own columns. */
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
 * What the commands of one transaction know: what was loaded for them, and what those before each of them have decided since.
 */
export class Known {
  now: DateTime.Utc | undefined
  /** Whether any of the brands has a webhook that events are delivered to. */
  subscribed = false
  /** Whether the brands are locked: who adds tickets and customers to them relies on it (docs/decisions/0037). */
  holdsBrands = false
  /** Whether the tenant has a chat connection, whose threads may be behind after this. */
  chats = false
  readonly brands = new Map<BrandId, TicketPolicy>()
  readonly stamps = new Map<BrandId, BrandStamp>()
  readonly tickets = new Map<TicketId, Ticket>()
  /** Tickets and customers in the midst of chains of merges. They are not held: who was merged away stays so. */
  readonly passedTickets = new Map<TicketId, { readonly mergedIntoId: TicketId }>()
  readonly passedCustomers = new Map<CustomerId, { readonly mergedIntoId: CustomerId }>()
  /** Tickets as they were before the first command. */
  readonly storedTickets = new Map<TicketId, Ticket>()
  /** Customers of whom it is known that they are renamed: their tickets, which have copies, are locked with those that are read. */
  renaming: ReadonlyArray<CustomerId> = []
  readonly customers = new Map<string, Customer>()
  readonly customersByEmail = new Map<string, Customer>()
  /** Customers who were merged away, by addresses that nobody else has. */
  readonly formerHolders = new Map<string, CustomerId>()
  readonly companies = new Map<CompanyId, Company>()
  readonly companiesByEmail = new Map<string, CompanyId>()
  readonly tags = new Map<string, Tag>()
  /** How many tags the brands have that may get more. */
  readonly tagCounts = new Map<BrandId, number>()
  /** Names of tags without case, as the database's locale has it. */
  readonly foldedNames = new Map<string, string>()
  readonly categories = new Map<string, Category>()
  /** Addresses of members who can see a brand, by brand and id. */
  readonly assignees = new Map<string, string>()
  readonly attachments = new Map<string, Attachment>()
  readonly comments = new Map<string, Comment>()
  readonly receipts = new Map<string, StoredReceipt>()
  readonly duplicates = new Map<string, IntakeResult>()
  readonly threads = new Map<string, { readonly ticketId: TicketId; readonly isOurs: boolean }>()
  /** Messages that have the id of one that comes in. */
  readonly namesakes = new Map<string, { readonly isOurs: boolean; readonly ticketId: TicketId }>()
  /** Who sends what comes in. */
  readonly correspondents = new Map<string, Correspondent>()
  /** Support addresses among those named, by address. */
  readonly ownAddresses = new Map<string, BrandId>()
  /** All addresses among those named whose mail comes here. */
  readonly ours = new Set<string>()
  /** Tickets that messages may continue although no message id names them: by id, and by number. */
  readonly continued = new Set<TicketId>()
  readonly numbers = new Set<string>()
  readonly formerPrefixes = new Map<BrandId, Set<string>>()
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
  /** Who watches the tickets that somebody watches: ids of members. */
  readonly watching = new Map<TicketId, Array<string>>()
  /** Tickets that are removed for good. */
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

  /** Who has an address, or had it before they were merged into somebody. */
  learnHolder(customer: Customer) {
    if (customer.mergedIntoId !== undefined) this.formerHolders.set(key(customer.brandId, customer.email), customer.id)
    this.learnCustomer(customer)
  }

  /** Whose address it is: of a merged customer's, whoever they became. */
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

  /** Tags of a ticket that is known already. */
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

  /** The tickets that messages name, or what those were merged into, as far as they are not known here. */
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

  /** The ticket itself, or what took it in at last, as far as that is known. */
  endOfTicket(id: TicketId | undefined): TicketId | undefined {
    return id === undefined ? undefined : endOfMerges(id, (id) => this.tickets.get(id) ?? this.passedTickets.get(id))
  }

  /** Those whom loaded customers turned out to be, as far as they are not known here. */
  customersToLoad(): ReadonlyArray<CustomerId> {
    return [...this.customers.values()].flatMap(({ mergedIntoId }) => {
      const end = mergedIntoId === undefined ? undefined : this.#whoTheyBecame(mergedIntoId)
      return end === undefined || this.customers.has(end) ? [] : [end]
    })
  }

  #whoTheyBecame(id: CustomerId): CustomerId | undefined {
    return endOfMerges(id, (id) => this.customers.get(id) ?? this.passedCustomers.get(id))
  }

  /** The customer who has the id, or who they turned out to be; nobody where that one is deleted. */
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

  /** Whether a message may continue the ticket because it names its number. */
  isExpected({ brandId, number }: Ticket): boolean {
    return this.numbers.size > 0 && this.numbers.has(key(brandId, String(number)))
  }
}
