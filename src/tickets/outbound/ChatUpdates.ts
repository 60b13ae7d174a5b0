import { Context, type DateTime, type Duration, type Effect, type Option, type Stream } from "effect"
import type { AuthorType, Visibility } from "../../domain/Comment.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CommentId, InstallationId, TicketId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { MailFile } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { StatusCategory } from "../../domain/Status.ts"
import type { Origin, Priority } from "../../domain/Ticket.ts"

/** A thread that is behind its ticket, leased for one attempt at bringing it up to date. */
export interface LeasedUpdate {
  readonly id: string
  readonly connectionId: InstallationId
  /** The thread: the key of a customer's conversation, or what `mirrorChannel` reads. */
  readonly lane: string
  readonly ticketId: TicketId
  /** The comment that is new or different; without one it is the ticket. */
  readonly commentId?: CommentId | undefined
  /** Attempts so far, this one included. */
  readonly attempts: number
  /** What earlier attempts have remembered of how far they came. */
  readonly progress: JsonObject
  /** It tries a connection whose circuit is open. */
  readonly isTrial: boolean
  readonly createdAt: DateTime.Utc
}

/** The channel of a thread that is the team's own; undefined of one in which a customer writes. */
export const mirrorChannel = (lane: string): string | undefined => {
  const [kind, channel] = lane.split("/", 2)
  return kind === "mirror" ? channel : undefined
}

/** What a thread shows of a comment or a ticket. */
export interface ChatPost {
  /** The provider's ids of its messages, in their order. */
  readonly messages: ReadonlyArray<string>
  /** What was made of it, in the channel's own words. */
  readonly shown: JsonObject
}

/** A ticket as its threads show it. */
export interface ChatTicket {
  readonly id: TicketId
  /** Such as `ACME-1042`. */
  readonly publicId: string
  readonly title: string
  readonly body?: string | undefined
  readonly status: string
  readonly statusCategory: StatusCategory
  readonly priority: Priority
  readonly assigneeName?: string | undefined
  readonly customerName?: string | undefined
  /** None where it is a placeholder. */
  readonly customerEmail?: string | undefined
  readonly origin: Origin
  readonly brandName: string
  readonly isSpam: boolean
  readonly isDeleted: boolean
  /** What it was merged into is called. */
  readonly mergedInto?: string | undefined
  readonly files: ReadonlyArray<MailFile>
}

/** A comment as its threads show it. */
export interface ChatComment {
  readonly id: CommentId
  readonly body: string
  readonly visibility: Visibility
  readonly authorType: AuthorType
  readonly authorName?: string | undefined
  /** It came by mail, and nobody on the ticket has named its sender, or their domain disowns it. */
  readonly isUnproven: boolean
  readonly isAutomated: boolean
  /** Removed here. */
  readonly isGone: boolean
  /** Its author took it back where they wrote it; the team still reads it. */
  readonly isTakenBack: boolean
  /** The message of the connection that it was made of, `channel:ts`, where it was. */
  readonly writtenAs?: string | undefined
  /** A message that carries it has reached the customer's channel. */
  readonly isSent: boolean
  readonly files: ReadonlyArray<MailFile>
}

/** What an update has to know. */
export interface ChatFacts {
  readonly scope: BrandScope
  readonly ticket: ChatTicket
  readonly comment?: ChatComment | undefined
  /** What the thread shows of the ticket and of the comment. */
  readonly ticketPost?: ChatPost | undefined
  readonly commentPost?: ChatPost | undefined
  /** The message that began a customer's thread. */
  readonly root?: string | undefined
}

/**
 * Threads of chat connections that are behind their tickets. Whoever changes a ticket notes it in the same transaction;
 * any node brings a thread up to date: it leases the oldest update of each thread. What a thread shows follows from the
 * ticket as it is then, so that the same update twice has one effect.
 */
export class ChatUpdates extends Context.Service<
  ChatUpdates,
  {
    /**
     * Leases what is due, at most `each` of one connection; nothing of `busy` ones and of those that do not work, and one alone of one whose
     * circuit is to be tried. What waits behind messages to the customer in its thread is not due before those are sent. Nothing
     * that is `underWay` here, and nothing of a brand that was deleted.
     */
    lease(
      limits: {
        readonly all: number
        readonly each: number
        readonly busy: ReadonlyArray<InstallationId>
        readonly underWay: ReadonlyArray<LeasedUpdate["id"]>
      },
      lease: Duration.Duration
    ): Effect.Effect<ReadonlyArray<LeasedUpdate>, DatabaseUnavailable>
    /** Holds an update for so much longer; false where another lease has begun, or it is gone. */
    renew(update: LeasedUpdate, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /** None where the ticket, its brand or the thread is gone. */
    facts(update: LeasedUpdate): Effect.Effect<Option.Option<ChatFacts>, DatabaseUnavailable>
    /**
     * Keeps what a thread shows from now on of the update's comment, or with `ticket` of its ticket. Messages are known as
     * ours from then on; the one that begins a thread of the team's binds that to the ticket.
     */
    keep(
      update: LeasedUpdate,
      facts: ChatFacts,
      of: "ticket" | "comment",
      channel: string,
      post: ChatPost
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Keeps how far an attempt came, for the next one; false where another lease has begun, and nothing is kept. */
    remember(update: LeasedUpdate, progress: JsonObject): Effect.Effect<boolean, DatabaseUnavailable>
    /** The thread shows it, or never will. */
    done(update: LeasedUpdate): Effect.Effect<void, DatabaseUnavailable>
    /** There is nothing to show it of: it waits where its brand was deleted, which may be restored, and never will be shown elsewhere. */
    putAside(update: LeasedUpdate): Effect.Effect<void, DatabaseUnavailable>
    /** To be tried again after `delay`; the rest of its thread waits for it. `uncounted`: as if it had not been tried. */
    postpone(
      update: LeasedUpdate,
      delay: Duration.Duration,
      error: string,
      attempt?: "uncounted"
    ): Effect.Effect<void, DatabaseUnavailable>
    /** The same, until at once. The attempt counts: it was broken off, and what it has done is not known. */
    giveBack(update: LeasedUpdate): Effect.Effect<void, DatabaseUnavailable>
    /** Removes what could not be shown for so long. */
    purge(age: Duration.Duration): Effect.Effect<void, DatabaseUnavailable>
    readonly backlog: Effect.Effect<number, DatabaseUnavailable>
    /** Fires when it begins, and whenever this process has noted an update. */
    readonly noted: Stream.Stream<void>
  }
>()("trunkline/tickets/ChatUpdates") {}
