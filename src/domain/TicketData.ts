import type { DateTime } from "effect"
import type { Attachment } from "./Attachment.ts"
import type { TicketPolicy } from "./Brand.ts"
import type { Comment } from "./Comment.ts"
import type { EventDraft, EventType } from "./Event.ts"
import { type FieldDiff, fieldDiff, shownDiff } from "./FieldDiff.ts"
import type { CommentId } from "./Ids.ts"
import { iso } from "./iso.ts"
import { publicId, type Ticket } from "./Ticket.ts"

/** Most bytes of UTF-8 that a body takes in an event. A longer one is cut and marked as truncated. */
const maxBody = 64 * 1024

const encoder = new TextEncoder()

const cut = (text: string): { readonly text: string; readonly truncated: boolean } => {
  // A UTF-16 unit takes at most three bytes of UTF-8, so short texts need no counting.
  if (text.length * 3 <= maxBody) return { text, truncated: false }
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBody))
  return { text: text.slice(0, read), truncated: read < text.length }
}

/** The customer, as all events about tickets show them. */
export const customerTrio = (ticket: Ticket) => ({
  customerId: ticket.customerId,
  customerEmail: ticket.customerEmail,
  customerName: ticket.customerName ?? null
})

/** A ticket as its events show it (docs/webhooks.md, Data). */
export const ticketData = (ticket: Ticket, brand: TicketPolicy) => {
  const body = ticket.body === undefined ? undefined : cut(ticket.body)
  return {
    id: ticket.id,
    brandId: ticket.brandId,
    ticketNumber: ticket.number,
    publicId: publicId(brand.ticketPrefix, ticket.number),
    title: ticket.title,
    body: body?.text ?? null,
    ...(body?.truncated === true ? { bodyTruncated: true } : {}),
    status: ticket.status,
    statusCategory: ticket.statusCategory,
    closeReason: ticket.closeReason ?? null,
    priority: ticket.priority,
    source: ticket.source,
    origin: ticket.origin,
    assigneeId: ticket.assigneeId ?? null,
    categoryId: ticket.categoryId ?? null,
    tags: ticket.tags.map(({ id, name }) => ({ id, name })),
    isSpam: ticket.isSpam,
    mergedIntoId: ticket.mergedIntoId ?? null,
    followUpOfId: ticket.followUpOfId ?? null,
    links: ticket.links ?? null,
    participants: ticket.participants ?? null,
    dueAt: ticket.dueAt === undefined ? null : iso(ticket.dueAt),
    customFields: ticket.customFields,
    metadata: ticket.metadata,
    version: ticket.version,
    createdAt: iso(ticket.createdAt),
    updatedAt: iso(ticket.updatedAt),
    ...customerTrio(ticket)
  }
}

/** A ticket's state in the events of its comments and files, which change its version without a ticket event. */
const ticketHead = (ticket: Ticket) => ({
  id: ticket.id,
  status: ticket.status,
  statusCategory: ticket.statusCategory,
  assigneeId: ticket.assigneeId ?? null,
  version: ticket.version,
  updatedAt: iso(ticket.updatedAt)
})

const fileData = (file: Attachment) => ({
  id: file.id,
  filename: file.filename,
  contentType: file.contentType,
  size: file.size
})

export const ticketCreated = (ticket: Ticket, brand: TicketPolicy, files: ReadonlyArray<Attachment>): EventDraft => ({
  type: "ticket.created",
  subject: ticket.id,
  data: { ...ticketData(ticket, brand), attachments: files.map(fileData) }
})

/** The fields whose change causes an event. A change of only counters, dates or the version causes none. */
const observed = {
  title: (ticket: Ticket) => ticket.title,
  body: (ticket: Ticket) => ticket.body ?? null,
  status: (ticket: Ticket) => ticket.status,
  closeReason: (ticket: Ticket) => ticket.closeReason ?? null,
  priority: (ticket: Ticket) => ticket.priority,
  assigneeId: (ticket: Ticket) => ticket.assigneeId ?? null,
  categoryId: (ticket: Ticket) => ticket.categoryId ?? null,
  tags: (ticket: Ticket) => ticket.tags.map(({ id, name }) => ({ id, name })),
  links: (ticket: Ticket) => ticket.links ?? null,
  customFields: (ticket: Ticket) => ticket.customFields ?? null,
  metadata: (ticket: Ticket) => ticket.metadata ?? null,
  dueAt: (ticket: Ticket) => (ticket.dueAt === undefined ? null : iso(ticket.dueAt)),
  isSpam: (ticket: Ticket) => ticket.isSpam,
  customerId: (ticket: Ticket) => ticket.customerId,
  participants: (ticket: Ticket) => ticket.participants ?? null,
  mergedIntoId: (ticket: Ticket) => ticket.mergedIntoId ?? null
} satisfies Record<string, (ticket: Ticket) => unknown>

export const ticketDiff = (before: Ticket, after: Ticket): FieldDiff<keyof typeof observed> =>
  fieldDiff(observed, before, after)

/** `ticket.updated`, followed by finer events if the status category or the spam mark changed. */
export const ticketUpdated = (
  before: Ticket,
  after: Ticket,
  brand: TicketPolicy,
  transition: EventType | undefined
): ReadonlyArray<EventDraft> => {
  const diff = ticketDiff(before, after)
  if (diff.size === 0) return []
  const finer: Array<EventType> = []
  if (transition !== undefined) finer.push(transition)
  if (before.isSpam !== after.isSpam) finer.push(after.isSpam ? "ticket.spam_marked" : "ticket.spam_unmarked")
  const data = ticketData(after, brand)
  return [
    updatedWith(after, brand, diff, data),
    ...finer.map((type) => ({ type, subject: after.id, data: { ...data, previousStatus: before.status } }))
  ]
}

/** `ticket.updated` for a ticket in which these fields changed. */
export const updatedWith = (
  ticket: Ticket,
  brand: TicketPolicy,
  diff: FieldDiff,
  data = ticketData(ticket, brand)
): EventDraft => ({
  type: "ticket.updated",
  subject: ticket.id,
  data: { ...data, changes: [...diff.keys()], diff: shownDiff(diff) }
})

/** `ticket.merged` for a ticket that was merged into `target`. */
export const ticketMerged = (ticket: Ticket, target: Ticket, opening: CommentId, brand: TicketPolicy): EventDraft => ({
  type: "ticket.merged",
  subject: ticket.id,
  data: {
    ...ticketData(ticket, brand),
    sourceId: ticket.id,
    targetId: target.id,
    targetTicketNumber: target.number,
    openingCommentId: opening
  }
})

/** `ticket.deleted` for a permanently deleted ticket: its numbers and status, but nothing that people wrote. */
export const ticketPurged = (ticket: Ticket, brand: TicketPolicy, deletedAt: DateTime.Utc): EventDraft => {
  const { customFields: _, metadata: __, ...data } = ticketData(ticket, brand)
  return {
    type: "ticket.deleted",
    subject: ticket.id,
    data: {
      ...data,
      title: "",
      body: null,
      tags: [],
      links: null,
      participants: null,
      customerEmail: null,
      customerName: null,
      previousStatus: ticket.status,
      deletedAt: iso(deletedAt),
      permanent: true,
      purged: true
    }
  }
}

/** A comment's event. Notes and comments on spam tickets reach only subscribers that asked for them. */
export const commentEvent = (
  type: "comment.created" | "comment.updated" | "comment.deleted",
  comment: Comment,
  ticket: Ticket,
  brand: TicketPolicy,
  changes?: ReadonlyArray<string>
): EventDraft => {
  const body = cut(comment.body)
  return {
    type,
    subject: ticket.id,
    internal: comment.visibility === "internal",
    spam: ticket.isSpam,
    data: {
      ticketId: ticket.id,
      ticketNumber: publicId(brand.ticketPrefix, ticket.number),
      comment: {
        id: comment.id,
        body: body.text,
        ...(body.truncated ? { bodyTruncated: true } : {}),
        authorId: comment.authorId ?? null,
        authorName: comment.authorName ?? null,
        authorType: comment.authorType,
        visibility: comment.visibility,
        parentId: comment.parentId ?? null,
        source: comment.source,
        isAutomated: comment.isAutomated,
        ...(comment.sendAt === undefined ? {} : { sendAt: iso(comment.sendAt) }),
        attachments: comment.attachments.map(fileData),
        cc: comment.cc,
        links: comment.links,
        metadata: comment.metadata,
        version: comment.version,
        createdAt: iso(comment.createdAt),
        updatedAt: iso(comment.updatedAt)
      },
      ticket: ticketHead(ticket),
      ...customerTrio(ticket),
      ...(changes === undefined ? {} : { changes })
    }
  }
}

export const attachmentCreated = (file: Attachment, ticket: Ticket, brand: TicketPolicy) =>
  attachmentEvent("attachment.created", file, ticket, brand)

/** A file's event. Files of notes reach only subscribers that asked for notes. */
export const attachmentEvent = (
  type: "attachment.created" | "attachment.deleted",
  file: Attachment,
  ticket: Ticket,
  brand: TicketPolicy
): EventDraft => ({
  type,
  subject: ticket.id,
  internal: file.isInternal,
  data: {
    ticketId: ticket.id,
    ticketNumber: publicId(brand.ticketPrefix, ticket.number),
    attachment: {
      ...fileData(file),
      ticketId: file.ticketId,
      commentId: file.commentId,
      status: file.status,
      isInternal: file.isInternal,
      ...(file.inline ? { inline: true } : {}),
      contentId: file.contentId,
      uploadedBy: file.uploadedBy,
      metadata: file.metadata,
      sha256: file.sha256,
      createdAt: iso(file.createdAt),
      updatedAt: iso(file.updatedAt)
    },
    ticket: ticketHead(ticket),
    ...customerTrio(ticket)
  }
})
