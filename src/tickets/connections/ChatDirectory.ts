import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandId, CustomerId, MemberId, TicketId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A thread in which a ticket is discussed. */
export interface ChatThread {
  readonly ticketId: TicketId
  readonly brandId: BrandId
  /** `agent` means that only the team reads it. */
  readonly mode: "customer" | "agent"
  /** The ticket is closed, so the next message need not be about it. */
  readonly isClosed: boolean
}

/** A person's profile at a chat provider. */
export interface ChatPerson {
  readonly externalId: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** The profile as the provider sends it. */
  readonly facts: JsonObject
}

/** What belongs to a person in a chat. */
export interface ChatBelongings {
  /** The customer that they are known as. An address in their profile may have led to that, and proves nothing. */
  readonly customerId?: CustomerId | undefined
  /** The newest tickets discussed with them, according to the current conversations. */
  readonly ticketIds: ReadonlyArray<TicketId>
}

/** The known threads and people of chat connections, for a channel that needs them before it submits a message. */
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
    /** The member who last resolved a ticket, if they did so in a chat. */
    resolver(scope: BrandScope, ticketId: TicketId): Effect.Effect<Option.Option<string>, DatabaseUnavailable>
    /**
     * Continues the customer's conversation under another key, because the provider no longer has the old one. `root` is
     * the message that starts it. Queued messages and further replies go there.
     */
    moveThread(
      scope: BrandScope,
      connectionId: ConnectionId,
      from: string,
      to: { readonly key: string; readonly root: string }
    ): Effect.Effect<void, DatabaseUnavailable>
    /** The key under which `moveThread` continued the customer's conversation about a ticket; `none` if it did not move. */
    movedThread(
      scope: BrandScope,
      connectionId: ConnectionId,
      from: string,
      ticketId: TicketId
    ): Effect.Effect<Option.Option<string>, DatabaseUnavailable>
    /** Moves a channel's conversations and their messages after the provider has changed the channel's id. */
    moveChannel(
      scope: BrandScope,
      connectionId: ConnectionId,
      from: string,
      to: string
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Stores the current profile; which customer the person is stays unchanged. */
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
    /** Names of members, active or not. */
    memberNames(
      scope: BrandScope,
      ids: ReadonlyArray<MemberId>
    ): Effect.Effect<ReadonlyMap<MemberId, string>, DatabaseUnavailable>
    /** Those of the brands that are not deleted, sorted by name. */
    brandNames(
      scope: BrandScope,
      ids: ReadonlyArray<BrandId>
    ): Effect.Effect<ReadonlyArray<{ readonly id: BrandId; readonly name: string }>, DatabaseUnavailable>
    /** Whether DMARC-authenticated mail from the address came to the brand recently: its owner knows the brand. */
    provenByMail(scope: BrandScope, email: string): Effect.Effect<boolean, DatabaseUnavailable>
    /** The active member who has the address and can see the brand. */
    member(
      scope: BrandScope,
      email: string
    ): Effect.Effect<Option.Option<{ readonly id: MemberId; readonly name: string }>, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChatDirectory") {}
