import type { DateTime } from "effect"
import type { Attachment } from "./Attachment.ts"
import type { BrandId, CommentId, TicketId } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"
import type { Delivery } from "./OutboundMessage.ts"
import type { RepliedFrom } from "./RepliedFrom.ts"
import type { Link, Source } from "./Ticket.ts"

export type Visibility = "public" | "internal"

export const authorTypes = ["CUSTOMER", "AGENT", "SYSTEM"] as const
export type AuthorType = (typeof authorTypes)[number]

/** One message on a ticket. An internal comment is a note that only the team sees. */
export interface Comment {
  readonly id: CommentId
  readonly brandId: BrandId
  readonly ticketId: TicketId
  readonly body: string
  /** Set in long conversations if `body` holds only the beginning. */
  readonly isCut?: true | undefined
  readonly visibility: Visibility
  readonly authorType: AuthorType
  readonly authorId?: string | undefined
  readonly authorName?: string | undefined
  readonly parentId?: CommentId | undefined
  readonly links?: ReadonlyArray<Link> | undefined
  readonly metadata?: JsonObject | undefined
  readonly source: Source
  readonly sourceId?: string | undefined
  readonly sourceData?: JsonObject | undefined
  readonly cc?: ReadonlyArray<string> | undefined
  readonly isAutomated: boolean
  readonly attachments: ReadonlyArray<Attachment>
  /** The delivery state of the messages that carry the comment to customers. */
  readonly deliveries?: ReadonlyArray<Delivery> | undefined
  /** When customers see it and its messages are sent. Until then it can be taken back. */
  readonly sendAt?: DateTime.Utc | undefined
  /** The state of the ticket before this comment, if the comment could be taken back. */
  readonly repliedFrom?: RepliedFrom | undefined
  readonly version: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  readonly editedAt?: DateTime.Utc | undefined
  readonly deletedAt?: DateTime.Utc | undefined
}

/**
 * The name that customers see for a comment's author, or `undefined` for an integration that named nobody (the name of its
 * key is internal to the team) and for an author known only by an address.
 */
export const spokenName = ({ authorId, authorName }: Pick<Comment, "authorId" | "authorName">): string | undefined => {
  const name = authorName?.trim() ?? ""
  return name === "" || name.includes("@") || authorId?.startsWith("key_") === true ? undefined : name
}
