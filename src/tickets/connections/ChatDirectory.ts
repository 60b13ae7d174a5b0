import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandId, CustomerId, MemberId, TicketId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A thread that a ticket is talked about in. */
export interface ChatThread {
  readonly ticketId: TicketId
  readonly brandId: BrandId
  /** `agent`: only the team reads it. */
  readonly mode: "customer" | "agent"
  /** The ticket is closed: what is said next need not be about it. */
  readonly isClosed: boolean
}

/** What a chat provider says of somebody. */
export interface ChatPerson {
  readonly externalId: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** The provider's own words. */
  readonly facts: JsonObject
}

/** What belongs to somebody in a chat. */
export interface ChatBelongings {
  /** Whom they are known as; an address of their profile may have led to that, and proves nothing. */
  readonly customerId?: CustomerId | undefined
  /** The newest tickets that are talked about with them, by the conversations that there are now. */
  readonly ticketIds: ReadonlyArray<TicketId>
}

/** Who and what is known of the threads and people of chat connections, for the channel that asks before it hands in. */
export class ChatDirectory extends Context.Service<
  ChatDirectory,
  {
    thread(
      scope: BrandScope,
      connectionId: ConnectionId,
      key: string
    ): Effect.Effect<Option.Option<ChatThread>, DatabaseUnavailable>
    person(
      scope: BrandScope,
      connectionId: ConnectionId,
      externalId: string
    ): Effect.Effect<Option.Option<ChatPerson & { readonly fetchedAt: DateTime.Utc }>, DatabaseUnavailable>
    /** Whoever of the team resolved a ticket last, where they did so in a chat. */
    resolver(scope: BrandScope, ticketId: TicketId): Effect.Effect<Option.Option<string>, DatabaseUnavailable>
    /**
     * The customer's conversation goes on under another key, because the provider has lost the old one: `root` is the
     * message that begins it. What waits to be sent, and further answers, go there.
     */
    moveThread(
      scope: BrandScope,
      connectionId: ConnectionId,
      from: string,
      to: { readonly key: string; readonly root: string }
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Where the customer's conversation about a ticket has gone on by `moveThread`; none where it is what it was. */
    movedThread(
      scope: BrandScope,
      connectionId: ConnectionId,
      from: string,
      ticketId: TicketId
    ): Effect.Effect<Option.Option<string>, DatabaseUnavailable>
    /** The provider calls a channel by another id: its conversations, and what was said in them, go with it. */
    moveChannel(
      scope: BrandScope,
      connectionId: ConnectionId,
      from: string,
      to: string
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Keeps what the provider says now; which customer it is stays as it is. */
    keepPerson(
      scope: BrandScope,
      connectionId: ConnectionId,
      person: ChatPerson
    ): Effect.Effect<void, DatabaseUnavailable>
    belongings(
      scope: BrandScope,
      connectionId: ConnectionId,
      externalId: string
    ): Effect.Effect<ChatBelongings, DatabaseUnavailable>
    /** What the team's members are called, active or not. */
    memberNames(
      scope: BrandScope,
      ids: ReadonlyArray<MemberId>
    ): Effect.Effect<ReadonlyMap<MemberId, string>, DatabaseUnavailable>
    /** Those of the brands that are not deleted, by their names. */
    brandNames(
      scope: BrandScope,
      ids: ReadonlyArray<BrandId>
    ): Effect.Effect<ReadonlyArray<{ readonly id: BrandId; readonly name: string }>, DatabaseUnavailable>
    /** Whether mail that its domain vouches for (DMARC) came to the brand from the address, of late: its owner knows the brand. */
    provenByMail(scope: BrandScope, email: string): Effect.Effect<boolean, DatabaseUnavailable>
    /** The active member who has the address and can see the brand. */
    member(
      scope: BrandScope,
      email: string
    ): Effect.Effect<Option.Option<{ readonly id: MemberId; readonly name: string }>, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChatDirectory") {}
