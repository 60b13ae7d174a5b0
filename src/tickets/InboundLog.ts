import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { InboundId, MessageId, TicketId } from "../domain/Ids.ts"
import type { InboundDetail, InboundEffects, InboundPage, InboundQuery } from "../domain/InboundEntry.ts"
import type { BrandScope } from "../domain/Principal.ts"

/** What came in, and what became of it. */
export class InboundLog extends Context.Service<
  InboundLog,
  {
    /** A page of a brand's messages, newest first. */
    list(scope: BrandScope, query: InboundQuery): Effect.Effect<InboundPage, DatabaseUnavailable>
    find(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundDetail>, DatabaseUnavailable>
    /** A message with the events that it caused. */
    effects(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundEffects>, DatabaseUnavailable>
    /** A mail about a ticket that the brand sent under one of these message ids (without angle brackets). */
    sentMail(
      scope: BrandScope,
      messageIds: ReadonlyArray<string>
    ): Effect.Effect<Option.Option<{ readonly messageId: MessageId; readonly ticketId: TicketId }>, DatabaseUnavailable>
  }
>()("trunkline/tickets/InboundLog") {}
