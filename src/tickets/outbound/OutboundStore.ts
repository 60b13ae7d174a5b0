import { Context, type Effect, type Option } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { MessageId, TicketId } from "../../domain/Ids.ts"
import type { ChannelKind } from "../../domain/InboundMessage.ts"
import type { DeliveryReport, OutboundMessage } from "../../domain/OutboundMessage.ts"
import type { BrandScope, BrandsScope } from "../../domain/Principal.ts"
import type { MailToken } from "../../domain/ReplyAddress.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import type { TicketConversation } from "../../domain/TicketConversation.ts"
import type { ComposedMail } from "./mail/composedMail.ts"
import type { MailDraft } from "./mail/MailDraft.ts"

/** Where a message is now: a merge moves it to another ticket. */
export interface MessagePlace {
  readonly scope: BrandScope
  readonly ticketId: TicketId
  readonly channel: ChannelKind
}

/** What decides by which way an answer to a ticket goes. */
export interface ReplyFacts {
  readonly ticket: Pick<Ticket, "customerEmail" | "isSpam" | "origin" | "sourceData">
  /** It was merged into another, and takes no answer. */
  readonly isMerged: boolean
  readonly customer?: Customer | undefined
  readonly conversation?: TicketConversation | undefined
  /** What the connection of the conversation is called. */
  readonly connectionName?: string | undefined
  /** The address of ours that the customer last wrote to. */
  readonly writtenTo?: string | undefined
}

/** Messages to customers, beside what commands write of them. */
export class OutboundStore extends Context.Service<
  OutboundStore,
  {
    /** All that composing a mail needs; none once it is composed, settled or gone. Crosses tenants. */
    draft(id: MessageId): Effect.Effect<Option.Option<MailDraft>, DatabaseUnavailable>
    /** The one token of a ticket for a participant; `fresh` is it when there was none. */
    replyToken(draft: MailDraft, participant: string, fresh: MailToken): Effect.Effect<MailToken, DatabaseUnavailable>
    /**
     * Keeps a composed mail, with its Message-ID, by which answers find the ticket. Of several who composed it at the same
     * time the first one's stays.
     */
    composed(draft: MailDraft, mail: ComposedMail): Effect.Effect<void, DatabaseUnavailable>
    /** It is not sent, and why. */
    suppressed(id: MessageId, reason: string): Effect.Effect<void, DatabaseUnavailable>
    /** A notice of test mode to somebody outside the team: it is in the outbox. */
    captured(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** Keeps what a message says that is no mail, for the outbox of test mode. */
    worded(id: MessageId): Effect.Effect<void, DatabaseUnavailable>

    /** A ticket's messages, oldest first; none when there is no such ticket. */
    list(
      scope: BrandScope,
      ticketId: TicketId
    ): Effect.Effect<Option.Option<ReadonlyArray<OutboundMessage>>, DatabaseUnavailable>
    /** None when there is no such ticket. */
    replyFacts(scope: BrandScope, ticketId: TicketId): Effect.Effect<Option.Option<ReplyFacts>, DatabaseUnavailable>
    find(scope: BrandsScope, id: MessageId): Effect.Effect<Option.Option<OutboundMessage>, DatabaseUnavailable>
    /** A message that went by this connection: by our id of it, or by the channel's. Crosses tenants. */
    sentBy(
      connectionId: ConnectionId,
      message: { readonly id: MessageId } | { readonly externalId: string }
    ): Effect.Effect<Option.Option<MessageId>, DatabaseUnavailable>
    /**
     * What was heard of a message that waits or is being sent, where its brand was deleted, so that no command of its ticket
     * can tell it. Crosses tenants.
     */
    settled(id: MessageId, report: DeliveryReport): Effect.Effect<void, DatabaseUnavailable>
    /** Crosses tenants. */
    place(id: MessageId): Effect.Effect<Option.Option<MessagePlace>, DatabaseUnavailable>
    /** Mail of a test tenant that is not in its outbox yet, oldest first. */
    uncaptured(tenant: Tenant, limit: number): Effect.Effect<ReadonlyArray<MessageId>, DatabaseUnavailable>
  }
>()("trunkline/tickets/OutboundStore") {}
