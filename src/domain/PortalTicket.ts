import type { DateTime } from "effect"
import type { Attachment } from "./Attachment.ts"
import { type Comment, spokenName } from "./Comment.ts"
import type { CommentId, CustomerId, TicketId } from "./Ids.ts"
import type { StatusCategory } from "./Status.ts"
import type { Priority } from "./Ticket.ts"

/** A ticket as its customer sees it, without the team's internal fields and without anything that reveals spam. */
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
  /** Number of public comments. */
  readonly commentCount: number
  readonly brand: { readonly name: string; readonly ticketPrefix: string }
  /** Only if the ticket that it was merged into belongs to the same customer. */
  readonly mergedIntoId?: TicketId | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** A public comment as the ticket's customer sees it. */
export interface PortalComment {
  readonly id: CommentId
  readonly body: string
  /** Set in long conversations if `body` holds only the beginning. */
  readonly isCut?: true | undefined
  readonly authorType: "CUSTOMER" | "STAFF"
  /** Whether the ticket's customer wrote it, judged by id and not by name. */
  readonly isOwn: boolean
  /** Never empty, and never the address of a member. */
  readonly authorName: string
  readonly attachments: ReadonlyArray<Attachment>
  readonly createdAt: DateTime.Utc
}

/** A ticket with its public comments and all its files that are not internal. */
export interface PortalTicketDetail {
  readonly ticket: PortalTicket
  /** Oldest first. */
  readonly comments: ReadonlyArray<PortalComment>
  /** Of the ticket and of its comments, oldest first. */
  readonly attachments: ReadonlyArray<Attachment>
}

/** The names of comment authors in a portal, for comments that do not name their author. */
export interface PortalNames {
  readonly customerId: CustomerId
  /** The name of the ticket's customer, else their address. */
  readonly customer: string
  /** The name for comments of the team that name nobody. */
  readonly brand: string
  /** The display names of members, by member id. */
  readonly members: ReadonlyMap<string, string>
}

/** Replaces a message that its author deleted in the channel where it was written. */
const removedText = "This message was deleted by its author."

/** A comment as the portal shows it. */
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

/** Another person without a name, whose comments came by mail or from a ticket that was merged into this one. */
const someoneElse = "Customer"

/** Authors without a name are stored under their address, which nobody else may see. */
const authorName = (comment: Comment, names: PortalNames) => {
  const { authorId, authorName, authorType } = comment
  const { brand, customer, members } = names
  if (isOwn(comment, names)) return authorName?.trim() || customer
  const stated = authorId?.startsWith("mem_") === true ? members.get(authorId) : authorName
  return spokenName({ authorId, authorName: stated }) ?? (authorType === "CUSTOMER" ? someoneElse : brand)
}
