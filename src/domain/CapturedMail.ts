import type { DateTime } from "effect"
import type { BrandId, CommentId, MessageId, TicketId } from "./Ids.ts"
import type { ChannelKind } from "./InboundMessage.ts"
import type { MailFile, MailKind, OutgoingMail, Sender } from "./OutgoingMail.ts"

/** A message of test mode, as it would have been sent. Messages of other channels lack the members that only mail has. */
export interface CapturedMail extends Omit<OutgoingMail, "about" | "from" | "messageId" | "secret" | "lifetime"> {
  readonly channel: ChannelKind
  readonly messageId?: string | undefined
  readonly brandId: BrandId
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
  readonly from: Sender
  readonly files?: ReadonlyArray<MailFile> | undefined
  readonly createdAt: DateTime.Utc
}

/** Selects captured messages that match every given member, newest first. */
export interface CapturedMailQuery {
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly ticketIds?: ReadonlyArray<TicketId> | undefined
  readonly channels?: ReadonlyArray<ChannelKind> | undefined
  readonly kinds?: ReadonlyArray<MailKind> | undefined
  /** Exactly this recipient, in lower case. */
  readonly to?: string | undefined
  readonly after?: MessageId | undefined
  readonly limit: number
}

export interface CapturedMailPage {
  readonly items: ReadonlyArray<CapturedMail>
  /** The id of the last item, if there are more. */
  readonly next?: MessageId | undefined
}
