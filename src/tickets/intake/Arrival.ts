import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { BrandId, MemberId, TicketId } from "../../domain/Ids.ts"
import type { Conversation, OwnReference } from "../../domain/InboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"

/** What to look up for a message that came in. */
export interface ArrivalReads {
  readonly dedupeKey: Uint8Array
  readonly references: ReadonlyArray<string>
  /** Finds the ticket to which the conversation is bound. */
  readonly conversation?: Pick<Conversation, "connectionId" | "key"> | undefined
  /** Finds the customer who has this id at the connection. */
  readonly person?: { readonly connectionId: ConnectionId; readonly externalId: string } | undefined
  /** Loads what is known of the message and its sender; for mail only. */
  readonly sender?: string | undefined
  readonly externalId?: string | undefined
  readonly ownReferences?: ReadonlyArray<OwnReference> | undefined
  /** Tickets named by a reply address. */
  readonly ticketIds?: ReadonlyArray<TicketId> | undefined
  /** Numbers of tickets that the subject names. */
  readonly numbers?: ReadonlyArray<number> | undefined
  /** Finds out which of these are ours; the domain is empty for the installation's own. */
  readonly addresses?:
    | ReadonlyArray<{ readonly email: string; readonly localPart: string; readonly domain: string }>
    | undefined
}

/** What is known about a mail that came in, apart from the tickets that it may continue. */
export interface Arrival {
  /** A message with the same Message-ID, and its ticket. */
  readonly namesake: { readonly isOurs: boolean; readonly ticketId: TicketId } | undefined
  /** The sender, if they are an active member who can see the brand. */
  readonly member: { readonly id: MemberId; readonly name: string | undefined } | undefined
  /** Number of messages that the sender wrote to the brand within the last hour. */
  readonly recent: number
  /** Those of them that belong to a ticket, by ticket. */
  readonly recentOn: ReadonlyMap<TicketId, number>
  /** Whether the sender's address is suppressed for a while because mail to it bounced. */
  readonly rests: boolean
  /** The support addresses among the requested ones, with their brands. */
  readonly ownAddresses: ReadonlyMap<string, BrandId>
  /**
   * Those of the requested addresses whose mail comes here: support addresses, also with a tag, catch-all addresses of
   * domains, and reply addresses.
   */
  readonly ours: ReadonlySet<string>
  readonly ticketsByNumber: ReadonlyArray<Ticket>
  /** Former prefixes of the brand's ticket numbers that no other brand uses now; loaded if the subject contains numbers. */
  readonly formerPrefixes: ReadonlySet<string>
  readonly customerOf: (ticket: Ticket) => Customer | undefined
}
