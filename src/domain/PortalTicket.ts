import type { DateTime } from "effect"
import type { Attachment } from "./Attachment.ts"
import { type Comment, spokenName } from "./Comment.ts"
import type { CommentId, CustomerId, TicketId } from "./Ids.ts"
import type { StatusCategory } from "./Status.ts"
import type { Priority } from "./Ticket.ts"

/** A ticket as its customer sees it: no field of the team's own is here, and nothing tells spam from other tickets. */
export interface PortalTicket {
  readonly id: TicketId
  /** Such as `ACME-1042`. */
  readonly publicId: string
  readonly title: string
  readonly body?: string | undefined
  readonly statusCategory: StatusCategory
  /** What the brand calls the status to its customers. */
  readonly statusLabel: string
  readonly priority: Priority
  /** Public comments. */
  readonly commentCount: number
  readonly brand: { readonly name: string; readonly ticketPrefix: string }
  /** Only when the ticket it was merged into is the same customer's. */
  readonly mergedIntoId?: TicketId | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** A public comment as the ticket's customer sees it. */
export interface PortalComment {
  readonly id: CommentId
  readonly body: string
  /** In a long conversation: `body` is only its beginning. */
  readonly isCut?: true | undefined
  readonly authorType: "CUSTOMER" | "STAFF"
  /** Whether the ticket's customer wrote it, and nobody else, whatever they are called. */
  readonly isOwn: boolean
  /** Never empty, and never the address of a member. */
  readonly authorName: string
  readonly attachments: ReadonlyArray<Attachment>
  readonly createdAt: DateTime.Utc
}

/** A ticket with what was said on it and all its files that are not internal. */
export interface PortalTicketDetail {
  readonly ticket: PortalTicket
  /** Oldest first. */
  readonly comments: ReadonlyArray<PortalComment>
  /** Of the ticket and of its comments, oldest first. */
  readonly attachments: ReadonlyArray<Attachment>
}

/** What authors of comments are called in a portal, beside what their comments say. */
export interface PortalNames {
  readonly customerId: CustomerId
  /** The ticket's customer: their name, else their address. */
  readonly customer: string
  /** Who speaks for the team where nobody is named. */
  readonly brand: string
  /** The name that a member chose, by member id. */
  readonly members: ReadonlyMap<string, string>
}

/** What stands for a message that its author took back where it was written. */
const removedText = "This message was deleted by its author."

/** A comment in the words of the portal. */
export const portalCommentOf = (comment: Comment, names: PortalNames): PortalComment => ({
  id: comment.id,
  body: comment.metadata?.["deletedAtSource"] === undefined ? comment.body : removedText,
  isCut: comment.isCut,
  authorType: comment.authorType === "CUSTOMER" ? "CUSTOMER" : "STAFF",
  isOwn: isOwn(comment, names),
  authorName: authorName(comment, names),
  attachments: comment.attachments.filter((file) => !file.isInternal),
  createdAt: comment.createdAt
})

const isOwn = ({ authorId, authorType }: Comment, { customerId }: PortalNames) =>
  authorType === "CUSTOMER" && (authorId === undefined || authorId === customerId)

/** Somebody else without a name, whose comments came by mail or with a ticket that was merged into this one. */
const someoneElse = "Customer"

/** Who has no name of their own is written down under their address, which is nobody's to see but theirs. */
const authorName = (comment: Comment, names: PortalNames) => {
  const { authorId, authorName, authorType } = comment
  const { brand, customer, members } = names
  if (isOwn(comment, names)) return authorName?.trim() || customer
  const stated = authorId?.startsWith("mem_") === true ? members.get(authorId) : authorName
  return spokenName({ authorId, authorName: stated }) ?? (authorType === "CUSTOMER" ? someoneElse : brand)
}
