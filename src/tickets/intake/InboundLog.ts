import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CommentId, InboundId, MessageId, TicketId } from "../../domain/Ids.ts"
import type { InboundDetail, InboundEffects, InboundPage, InboundQuery } from "../../domain/InboundEntry.ts"
import type { Bounce, IntakeResult } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A message that is known here. `out`: we sent it. */
export interface KnownMessage {
  readonly ticketId: TicketId
  /** None for the message that opened the ticket. */
  readonly commentId?: CommentId | undefined
  readonly direction: "in" | "out"
}

/** What came in, and what became of it. */
export class InboundLog extends Context.Service<
  InboundLog,
  {
    /** A page of a brand's messages, newest first. */
    list(scope: BrandScope, query: InboundQuery): Effect.Effect<InboundPage, DatabaseUnavailable>
    find(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundDetail>, DatabaseUnavailable>
    /** A message with the events that it caused. */
    effects(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundEffects>, DatabaseUnavailable>
    /** What became of a message when it was received before. */
    received(scope: BrandScope, dedupeKey: Uint8Array): Effect.Effect<Option.Option<IntakeResult>, DatabaseUnavailable>
    /** What a message became, or carries, that is recorded under this id: mail by its Message-ID, others as `externalMessageId`. */
    knownMessage(scope: BrandScope, messageId: string): Effect.Effect<Option.Option<KnownMessage>, DatabaseUnavailable>
    /** A mail about a ticket that the brand sent: this one, or one under one of these message ids (without angle brackets). */
    sentMail(
      scope: BrandScope,
      mail: { readonly id?: MessageId | undefined; readonly messageIds: ReadonlyArray<string> }
    ): Effect.Effect<Option.Option<NonNullable<Bounce["of"]>>, DatabaseUnavailable>
  }
>()("trunkline/tickets/InboundLog") {}
