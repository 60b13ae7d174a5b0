import { DateTime } from "effect"
import type { Comment } from "../../domain/Comment.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { BrandId, MessageId, TicketId } from "../../domain/Ids.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { Reads, Texting, TicketState } from "../../tickets/TicketCommand.ts"

import { hex } from "../hex.ts"
import { type Known, key } from "./Known.ts"

/** What a command of this brand sees, or `undefined` if the brand does not exist. */
export const stateOf = (
  known: Known,
  brandId: BrandId,
  reads: Reads,
  actorId: string | null
): TicketState | undefined => {
  const brand = known.brands.get(brandId)
  if (brand === undefined || known.now === undefined) return undefined
  const owned = <A extends { readonly brandId: BrandId }>(thing: A | undefined) =>
    thing?.brandId === brandId ? thing : undefined
  const loadedTicket = (id: TicketId) => {
    // A ticket that was merged after a message's id was looked up and before tickets were read is known only as a link of the
    // chain.
    const end = known.tickets.has(id) ? id : known.endOfTicket(id)
    return end === undefined || known.purged.has(end) ? undefined : owned(known.tickets.get(end))
  }
  const { customer, customerKeys, inbound } = reads
  const about = inbound === undefined ? reads.ticketId : known.endOfTicket(reads.ticketId)
  const ticket = about === undefined ? undefined : loadedTicket(about)
  const threads = (inbound?.references ?? []).flatMap((reference) => {
    const thread = known.threads.get(key(brandId, reference))
    const ticket = thread === undefined ? undefined : loadedTicket(thread.ticketId)
    return thread === undefined || ticket === undefined ? [] : [{ reference, ticket, isOurs: thread.isOurs }]
  })
  const others = [...(reads.otherTicketIds ?? []), ...(inbound?.ticketIds ?? [])].flatMap(
    (id) => loadedTicket(id) ?? []
  )
  const bound = inbound === undefined ? undefined : boundTo(known, inbound, loadedTicket)
  const written = [ticket, bound?.ticket].filter((one) => one !== undefined)
  return {
    now: notBefore([...written, ...others, ...threads.map((one) => one.ticket)], known.now),
    brand,
    ids: known.ids,
    ticket,
    loadedTicket,
    watchers: [reads.ticketId, ...(reads.otherTicketIds ?? [])].flatMap((ticketId) =>
      ticketId === undefined ? [] : (known.watching.get(ticketId) ?? []).map((memberId) => ({ ticketId, memberId }))
    ),
    ticketCustomer: ticket === undefined ? undefined : known.livingCustomer(ticket.customerId),
    ticketCategory: ticket?.categoryId === undefined ? undefined : known.categories.get(ticket.categoryId),
    comments: (reads.commentIds ?? []).flatMap((id) => {
      const comment = known.comments.get(id)
      return comment === undefined || comment.ticketId !== ticket?.id ? [] : [comment]
    }),
    successors: reads.successors === true ? successorsOf(known, reads) : [],
    customer:
      customer === undefined
        ? undefined
        : "id" in customer
          ? present(owned(known.customers.get(customer.id)))
          : known.customerOf(brandId, customer.email),
    loadedCustomer: (id) => owned(known.customers.get(id)),
    companyId:
      customer !== undefined && "email" in customer
        ? known.companiesByEmail.get(key(brandId, customer.email))
        : undefined,
    keyHolders: {
      email:
        customerKeys?.email === undefined
          ? undefined
          : known.customersByEmail.get(key(brandId, customerKeys.email))?.id,
      externalId:
        customerKeys?.externalId === undefined
          ? undefined
          : holderOf(known, brandId, "externalId", customerKeys.externalId)?.id,
      phone: customerKeys?.phone === undefined ? undefined : holderOf(known, brandId, "phone", customerKeys.phone)?.id
    },
    companies:
      reads.companyIds === undefined
        ? []
        : [...known.companies.values()].filter((company) => company.brandId === brandId),
    tags: [...known.tags.values()].filter((tag) => tag.brandId === brandId),
    tagCount: known.tagCounts.get(brandId) ?? 0,
    foldTagName: (name) => known.foldedNames.get(name) ?? name,
    category: reads.categoryId === undefined ? undefined : owned(known.categories.get(reads.categoryId)),
    members: (reads.memberIds ?? []).flatMap((id) => {
      const email = known.assignees.get(key(brandId, id))
      return email === undefined ? [] : [{ id, email }]
    }),
    assigneeId:
      reads.assigneeId !== undefined && known.assignees.has(key(brandId, reads.assigneeId))
        ? reads.assigneeId
        : undefined,
    attachments: (reads.attachmentIds ?? []).flatMap((id) => {
      const file = owned(known.attachments.get(id))
      return file === undefined || file.status !== "UPLOADED" || !(reads.anyUploader === true || file.owner === actorId)
        ? []
        : [file]
    }),
    files: (reads.filesOf === undefined
      ? (reads.fileIds ?? [])
      : (known.arrivedFiles.get(reads.filesOf) ?? [])
    ).flatMap((id) => {
      const file = known.attachments.get(id)
      return file === undefined || ticket === undefined || file.ticketId !== ticket.id ? [] : [file]
    }),
    arrival: inbound === undefined ? undefined : arrival(known, brandId, inbound),
    bound,
    person: inbound === undefined ? undefined : owned(personOf(known, inbound)),
    conversationOf: (id) => known.conversations.get(id),
    texting: reads.texting === undefined ? undefined : textingOf(known, brandId, reads.texting),
    duplicate: inbound === undefined ? undefined : known.duplicates.get(key(brandId, hex(inbound.dedupeKey))),
    threads,
    messages: (reads.carriers === true ? carriersOf(known, reads) : (reads.messageIds ?? [])).flatMap((id) => {
      const message = known.messages.get(id)
      return message === undefined || ticket === undefined || message.ticketId !== ticket.id ? [] : [message]
    }),
    sendsFrom: reads.addressId !== undefined && known.senders.has(key(brandId, reads.addressId))
  }
}

/**
 * A transaction that waited for another may have begun before that one ended: its changes are still dated no earlier. They are
 * dated later than a ticket's last reply, also in one transaction, since a reply that is taken back is known by its time.
 */
const notBefore = (tickets: ReadonlyArray<Ticket>, now: DateTime.Utc): DateTime.Utc =>
  tickets.reduce((latest, { lastAgentReplyAt, updatedAt }) => {
    const known = DateTime.max(latest, updatedAt)
    return lastAgentReplyAt === undefined
      ? known
      : DateTime.max(known, DateTime.add(lastAgentReplyAt, { milliseconds: 1 }))
  }, now)

/** How a number can be texted, and whose it is by now: an earlier command of the batch may have created that customer. */
const textingOf = (
  known: Known,
  brandId: BrandId,
  { numberId, phone }: NonNullable<Reads["texting"]>
): Texting | undefined => {
  const texting = known.textings.get(key(brandId, `${phone} ${numberId}`))
  if (texting === undefined) return undefined
  const { ownerId, ...rest } = texting
  const customerId = known.people.get(`${texting.connection.id} ${phone}`) ?? ownerId
  return { ...rest, owner: customerId === undefined ? undefined : known.livingCustomer(customerId) }
}

/** What is known about an inbound message, besides the tickets that it continues. */
const arrival = (
  known: Known,
  brandId: BrandId,
  { addresses = [], externalId, sender }: NonNullable<Reads["inbound"]>
) => {
  if (sender === undefined) return undefined
  const {
    member,
    recent = 0,
    recentOn = new Map(),
    rests = false
  } = known.correspondents.get(key(brandId, sender)) ?? {}
  return {
    namesake: externalId === undefined ? undefined : known.namesakes.get(key(brandId, externalId)),
    member,
    recent,
    recentOn,
    rests,
    ownAddresses: new Map(
      addresses.flatMap(({ email }) => {
        const owner = known.ownAddresses.get(email)
        return owner === undefined ? [] : [[email, owner] as const]
      })
    ),
    ours: new Set(addresses.flatMap(({ email }) => (known.ours.has(email) ? [email] : []))),
    ticketsByNumber: [...known.tickets.values()].filter(
      (ticket) => ticket.brandId === brandId && known.isExpected(ticket) && !known.purged.has(ticket.id)
    ),
    formerPrefixes: known.formerPrefixes.get(brandId) ?? new Set(),
    customerOf: ({ customerId }: Ticket) => known.livingCustomer(customerId)
  }
}

/** The ticket that a message's conversation is about. */
const boundTo = (
  known: Known,
  { conversation }: NonNullable<Reads["inbound"]>,
  loadedTicket: TicketState["loadedTicket"]
): TicketState["bound"] => {
  if (conversation === undefined) return undefined
  const binding = known.bindings.get(`${conversation.connectionId} ${conversation.key}`)
  const ticket = binding === undefined ? undefined : loadedTicket(binding.ticketId)
  return binding === undefined || ticket === undefined
    ? undefined
    : { ticket, mode: binding.mode, heardAt: binding.heardAt }
}

const personOf = (known: Known, { person }: NonNullable<Reads["inbound"]>): Customer | undefined => {
  if (person === undefined) return undefined
  const customerId = known.people.get(`${person.connectionId} ${person.externalId}`)
  return customerId === undefined ? undefined : known.livingCustomer(customerId)
}

const successorsOf = (known: Known, { commentIds = [], ticketId }: Reads): ReadonlyArray<Comment> =>
  [...known.comments.values()]
    .filter(
      (comment) =>
        comment.ticketId === ticketId && comment.deletedAt === undefined && commentIds.every((id) => comment.id > id)
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const carriersOf = (known: Known, { commentIds = [] }: Reads): ReadonlyArray<MessageId> => {
  return [...known.messages.values()]
    .filter(({ commentId }) => commentId !== undefined && commentIds.includes(commentId))
    .map(({ id }) => id)
}

const holderOf = (known: Known, brandId: BrandId, name: "externalId" | "phone", value: string) => {
  return [...known.customers.values()].find(
    (customer) => customer.brandId === brandId && customer[name] === value && present(customer) !== undefined
  )
}

const present = (customer: Customer | undefined) => (customer?.deletedAt === undefined ? customer : undefined)
