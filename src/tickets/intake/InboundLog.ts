import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CommentId, InboundId, MessageId, TicketId } from "../../domain/Ids.ts"
import type { InboundDetail, InboundEffects, InboundPage, InboundQuery } from "../../domain/InboundEntry.ts"
import type { Bounce, IntakeResult } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A message that is known here. `out` means that we sent it. */
export interface KnownMessage {
  readonly ticketId: TicketId
  /** Absent for the message that opened the ticket. */
  readonly commentId?: CommentId | undefined
  readonly direction: "in" | "out"
}

/** The log of received messages and what became of them. */
export class InboundLog extends Context.Service<
  InboundLog,
  {
    /** A page of a brand's messages, newest first. */
    list(scope: BrandScope, query: InboundQuery): Effect.Effect<InboundPage, DatabaseUnavailable>
    find(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundDetail>, DatabaseUnavailable>
    /** A message with the events that it caused. */
    effects(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundEffects>, DatabaseUnavailable>
    /** The result of a message, if it was received before. */
    received(scope: BrandScope, dedupeKey: Uint8Array): Effect.Effect<Option.Option<IntakeResult>, DatabaseUnavailable>
    /**
     * The ticket and comment that a message with this id became, or that it carries: the Message-ID of mail, the
     * `externalMessageId` of others.
     */
    knownMessage(scope: BrandScope, messageId: string): Effect.Effect<Option.Option<KnownMessage>, DatabaseUnavailable>
    /** A mail about a ticket that the brand sent: with this id, or one of these message ids (no angle brackets). */
    sentMail(
      scope: BrandScope,
      mail: { readonly id?: MessageId | undefined; readonly messageIds: ReadonlyArray<string> }
    ): Effect.Effect<Option.Option<NonNullable<Bounce["of"]>>, DatabaseUnavailable>
  }
>()("trunkline/tickets/InboundLog") {}
