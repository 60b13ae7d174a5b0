import { DateTime } from "effect"
import type { Attachment } from "../../src/domain/Attachment.ts"
import type { TicketPolicy } from "../../src/domain/Brand.ts"
import type { Comment } from "../../src/domain/Comment.ts"
import type { Customer } from "../../src/domain/Customer.ts"
import { type Id, idOf, type Kind, type TagId } from "../../src/domain/Ids.ts"
import { type Status, systemStatuses } from "../../src/domain/Status.ts"
import type { Tag, Ticket } from "../../src/domain/Ticket.ts"
import type { Arrival } from "../../src/tickets/intake/Arrival.ts"
import type { TicketState } from "../../src/tickets/TicketCommand.ts"

/** A UUIDv7 identified by its number. */
export const uuid = (number: number) => `019a0000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

const made = DateTime.makeUnsafe("2026-11-20T09:30:00.000Z")
/** When the commands under test are executed: some time after everything was created. */
export const now = DateTime.makeUnsafe("2026-11-20T10:02:11.402Z")

const custom: ReadonlyArray<Omit<Status, "id">> = [
  { key: "waiting", category: "pending", name: "Waiting", isDefault: false, isActive: true },
  { key: "answered", category: "resolved", name: "Answered", isDefault: false, isActive: true },
  { key: "retired", category: "open", name: "Retired", isDefault: false, isActive: false }
]

/** A brand with the four system statuses, a custom one in category pending, one in resolved, and a retired one. */
export const policy: TicketPolicy = {
  id: idOf("brand", uuid(1)),
  name: "Acme",
  ticketPrefix: "ACME",
  nextTicketNumber: 1042,
  replyStatus: "keep",
  closedReply: "window",
  closedReplyWindowDays: 14,
  assigneeOnReopen: "keep",
  autoresponseEnabled: false,
  statuses: [...systemStatuses.map((status) => ({ ...status, isActive: true })), ...custom].map((status, index) => ({
    id: idOf("status", uuid(100 + index)),
    key: status.key,
    category: status.category,
    name: status.name,
    isDefault: status.isDefault,
    isActive: status.isActive
  }))
}

/** The brand's status with this key. */
export const statusOf = (key: string): Status => {
  const status = policy.statuses.find((status) => status.key === key)
  if (status === undefined) throw new Error(`no status ${key}`)
  return status
}

/** A ticket in the status with this key. */
export const ticketIn = (key: string, more: Partial<Ticket> = {}): Ticket => {
  const status = statusOf(key)
  return {
    id: idOf("ticket", uuid(2)),
    brandId: policy.id,
    number: 1041,
    customerId: ines.id,
    customerEmail: ines.email,
    customerName: ines.name,
    title: "Invoice shows the wrong company",
    body: "Please correct the address.",
    statusId: status.id,
    status: status.key,
    statusCategory: status.category,
    priority: "normal",
    source: "api",
    origin: "api",
    tags: [],
    commentCount: 0,
    attachmentCount: 0,
    isSpam: false,
    isAutomated: false,
    resolvedAt: status.category === "resolved" ? made : undefined,
    closedAt: status.category === "closed" ? made : undefined,
    reopenCount: 0,
    eventSeq: 1,
    version: 1,
    createdAt: made,
    updatedAt: made,
    ...more
  }
}

export const ines: Customer = {
  id: idOf("customer", uuid(3)),
  brandId: policy.id,
  email: "ines@north.example",
  emailIsPlaceholder: false,
  name: "Ines Roth",
  notifyEmail: true,
  isBlocked: false,
  version: 1,
  createdAt: made,
  updatedAt: made
}

export const commentOn = (ticket: Ticket, more: Partial<Comment> = {}): Comment => ({
  id: idOf("comment", uuid(4)),
  brandId: ticket.brandId,
  ticketId: ticket.id,
  body: "Which company is it?",
  visibility: "public",
  authorType: "AGENT",
  source: "api",
  isAutomated: false,
  attachments: [],
  version: 1,
  createdAt: made,
  updatedAt: made,
  ...more
})

/** A confirmed upload that does not belong to a ticket yet. */
export const upload = (number: number): Attachment => ({
  id: idOf("attachment", uuid(200 + number)),
  brandId: policy.id,
  filename: `invoice-${number}.pdf`,
  contentType: "application/pdf",
  size: 1024,
  status: "UPLOADED",
  isInternal: false,
  inline: false,
  sha256: "00".repeat(32),
  createdAt: made,
  updatedAt: made
})

export const tag = (name: string, id: TagId): Tag => ({
  id,
  brandId: policy.id,
  name,
  color: "#6366f1",
  createdAt: made,
  updatedAt: made
})

/** The state that a command sees: nothing in the brand but what is given. New ids are generated in ascending order. */
export const stateOf = (seen: Partial<TicketState> = {}): TicketState => {
  let made = 0x1000
  return {
    now,
    brand: policy,
    ids: <K extends Kind>(kind: K): Id<K> => idOf(kind, uuid(made++)),
    ticket: undefined,
    loadedTicket: () => undefined,
    watchers: [],
    ticketCustomer: undefined,
    ticketCategory: undefined,
    comments: [],
    successors: [],
    customer: undefined,
    loadedCustomer: () => undefined,
    companyId: undefined,
    keyHolders: { email: undefined, externalId: undefined, phone: undefined },
    companies: [],
    tags: [],
    tagCount: 0,
    foldTagName: (name) => name.toLowerCase(),
    category: undefined,
    assigneeId: undefined,
    members: [],
    attachments: [],
    files: [],
    conversationOf: () => undefined,
    duplicate: undefined,
    threads: [],
    messages: [],
    sendsFrom: false,
    ...seen
  }
}

/** What is known of an unknown sender of a mail. */
export const stranger: Arrival = {
  namesake: undefined,
  member: undefined,
  recent: 0,
  recentOn: new Map(),
  rests: false,
  ownAddresses: new Map(),
  ours: new Set(),
  ticketsByNumber: [],
  formerPrefixes: new Set(),
  customerOf: () => undefined
}
