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

/** The facts that decide how a reply to a ticket is sent. */
export interface ReplyFacts {
  readonly ticket: Pick<Ticket, "customerEmail" | "isSpam" | "origin" | "sourceData">
  /** It was merged into another ticket, and takes no replies. */
  readonly isMerged: boolean
  readonly customer?: Customer | undefined
  readonly conversation?: TicketConversation | undefined
  /** The name of the conversation's connection. */
  readonly connectionName?: string | undefined
  /** The address of ours to which the customer last wrote. */
  readonly writtenTo?: string | undefined
}

/** Messages to customers, apart from what commands write of them. */
export class OutboundStore extends Context.Service<
  OutboundStore,
  {
    /** Everything needed to compose a mail; `none` once it is composed, settled or gone. Crosses tenants. */
    draft(id: MessageId): Effect.Effect<Option.Option<MailDraft>, DatabaseUnavailable>
    /** The one reply token of a participant of a ticket; `fresh` becomes the token if there was none. */
    replyToken(draft: MailDraft, participant: string, fresh: MailToken): Effect.Effect<MailToken, DatabaseUnavailable>
    /**
     * Stores a composed mail with its Message-ID, by which replies find the ticket. If several nodes compose it
     * concurrently, the first one's stays.
     */
    composed(draft: MailDraft, mail: ComposedMail): Effect.Effect<void, DatabaseUnavailable>
    /** Marks a mail as not sent, with the reason. */
    suppressed(id: MessageId, reason: string): Effect.Effect<void, DatabaseUnavailable>
    /** Puts a notice of test mode to somebody outside the team into the outbox. */
    captured(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** Stores the text of a message that is not mail, for the outbox of test mode. */
    worded(id: MessageId): Effect.Effect<void, DatabaseUnavailable>

    /** A ticket's messages, oldest first; `none` if there is no such ticket. */
    list(
      scope: BrandScope,
      ticketId: TicketId
    ): Effect.Effect<Option.Option<ReadonlyArray<OutboundMessage>>, DatabaseUnavailable>
    /** `none` if there is no such ticket. */
    replyFacts(scope: BrandScope, ticketId: TicketId): Effect.Effect<Option.Option<ReplyFacts>, DatabaseUnavailable>
    find(scope: BrandsScope, id: MessageId): Effect.Effect<Option.Option<OutboundMessage>, DatabaseUnavailable>
    /** A message that was sent through this connection, by our id or the channel's. Crosses tenants. */
    sentBy(
      connectionId: ConnectionId,
      message: { readonly id: MessageId } | { readonly externalId: string }
    ): Effect.Effect<Option.Option<MessageId>, DatabaseUnavailable>
    /**
     * Stores a report about a message that is queued or being sent if its brand was deleted, so that no command of its
     * ticket can. Crosses tenants.
     */
    settled(id: MessageId, report: DeliveryReport): Effect.Effect<void, DatabaseUnavailable>
    /** Crosses tenants. */
    place(id: MessageId): Effect.Effect<Option.Option<MessagePlace>, DatabaseUnavailable>
    /** Mail of a test tenant that is not in its outbox yet, oldest first. */
    uncaptured(tenant: Tenant, limit: number): Effect.Effect<ReadonlyArray<MessageId>, DatabaseUnavailable>
  }
>()("trunkline/tickets/OutboundStore") {}
