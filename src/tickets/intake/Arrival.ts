import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { BrandId, MemberId, TicketId } from "../../domain/Ids.ts"
import type { Conversation, OwnReference } from "../../domain/InboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"

/** What is looked up for a message that came in. */
export interface ArrivalReads {
  readonly dedupeKey: Uint8Array
  readonly references: ReadonlyArray<string>
  /** Finds the ticket that the conversation is about. */
  readonly conversation?: Pick<Conversation, "connectionId" | "key"> | undefined
  /** Finds the customer who has this id at the connection. */
  readonly person?: { readonly connectionId: ConnectionId; readonly externalId: string } | undefined
  /** Loads what is known of the message and its sender; of mail alone. */
  readonly sender?: string | undefined
  readonly externalId?: string | undefined
  readonly ownReferences?: ReadonlyArray<OwnReference> | undefined
  /** Tickets that a reply address names. */
  readonly ticketIds?: ReadonlyArray<TicketId> | undefined
  /** Numbers of tickets that the subject names. */
  readonly numbers?: ReadonlyArray<number> | undefined
  /** Finds out which of these are ours; the domain is empty where it is the installation's own. */
  readonly addresses?:
    | ReadonlyArray<{ readonly email: string; readonly localPart: string; readonly domain: string }>
    | undefined
}

/** What is known of a mail that came in, beside the tickets it continues. */
export interface Arrival {
  /** A message that has the same Message-ID, and its ticket. */
  readonly namesake: { readonly isOurs: boolean; readonly ticketId: TicketId } | undefined
  /** The sender, where they are an active member who can see the brand. */
  readonly member: { readonly id: MemberId; readonly name: string | undefined } | undefined
  /** Messages that the sender wrote to the brand within the last hour. */
  readonly recent: number
  /** Those of them that belong to a ticket. */
  readonly recentOn: ReadonlyMap<TicketId, number>
  /** Whether nothing is sent to the sender for a while, because mail came back. */
  readonly rests: boolean
  /** The support addresses among those asked for, with their brands. */
  readonly ownAddresses: ReadonlyMap<string, BrandId>
  /**
   * All of those asked for whose mail comes here: support addresses, the same with a tag, what a domain takes beside them, and
   * reply addresses.
   */
  readonly ours: ReadonlySet<string>
  readonly ticketsByNumber: ReadonlyArray<Ticket>
  /** What stood before the brand's numbers once and stands before no other's now, where the subject has numbers. */
  readonly formerPrefixes: ReadonlySet<string>
  readonly customerOf: (ticket: Ticket) => Customer | undefined
}
