import { Context, type DateTime, type Duration, type Effect, type Option, type Stream } from "effect"
import type { AuthorType, Visibility } from "../../domain/Comment.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CommentId, InstallationId, TicketId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { MailFile } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { StatusCategory } from "../../domain/Status.ts"
import type { Origin, Priority } from "../../domain/Ticket.ts"

/** A thread that lags behind its ticket, leased for one attempt to update it. */
export interface LeasedUpdate {
  readonly id: string
  readonly connectionId: InstallationId
  /** The thread: the key of a customer's conversation, or a key that `mirrorChannel` parses. */
  readonly lane: string
  readonly ticketId: TicketId
  /** The new or changed comment; without one, the ticket changed. */
  readonly commentId?: CommentId | undefined
  /** Number of attempts so far, including this one. */
  readonly attempts: number
  /** The progress that earlier attempts have stored. */
  readonly progress: JsonObject
  /** This attempt probes a connection whose circuit is open. */
  readonly isTrial: boolean
  readonly createdAt: DateTime.Utc
}

/** The channel of a thread that belongs to the team; `undefined` for one in which a customer writes. */
export const mirrorChannel = (lane: string): string | undefined => {
  const [kind, channel] = lane.split("/", 2)
  return kind === "mirror" ? channel : undefined
}

/** What a thread shows of a comment or a ticket. */
export interface ChatPost {
  /** The provider's ids of its messages, in order. */
  readonly messages: ReadonlyArray<string>
  /** What was rendered, in a format defined by the channel. */
  readonly shown: JsonObject
}

/** A ticket as its threads show it. */
export interface ChatTicket {
  readonly id: TicketId
  /** For example `ACME-1042`. */
  readonly publicId: string
  readonly title: string
  readonly body?: string | undefined
  readonly status: string
  readonly statusCategory: StatusCategory
  readonly priority: Priority
  readonly assigneeName?: string | undefined
  readonly customerName?: string | undefined
  /** Absent if it is a placeholder. */
  readonly customerEmail?: string | undefined
  readonly origin: Origin
  readonly brandName: string
  readonly isSpam: boolean
  readonly isDeleted: boolean
  /** The public id of the ticket into which it was merged. */
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
  /** It came by mail, and nobody on the ticket has named its sender, or the sender's domain disowns it. */
  readonly isUnproven: boolean
  readonly isAutomated: boolean
  /** Deleted here. */
  readonly isGone: boolean
  /** Its author deleted it where they wrote it; the team can still read it. */
  readonly isTakenBack: boolean
  /** The message of the connection from which it was created, as `channel:ts`, if there is one. */
  readonly writtenAs?: string | undefined
  /** A message that carries it has reached the customer's channel. */
  readonly isSent: boolean
  readonly files: ReadonlyArray<MailFile>
}

/** What an update needs to know. */
export interface ChatFacts {
  readonly scope: BrandScope
  readonly ticket: ChatTicket
  readonly comment?: ChatComment | undefined
  /** What the thread currently shows of the ticket and of the comment. */
  readonly ticketPost?: ChatPost | undefined
  readonly commentPost?: ChatPost | undefined
  /** The message that started a customer's thread. */
  readonly root?: string | undefined
}

/**
 * Threads of chat connections that lag behind their tickets. Whoever changes a ticket records an update in the same
 * transaction. Any node brings threads up to date, by leasing the oldest update of each. A thread shows the state of the
 * ticket at that time, so updates are idempotent.
 */
export class ChatUpdates extends Context.Service<
  ChatUpdates,
  {
    /**
     * Leases due updates, at most `each` per connection. Skips `busy` connections and those that do not work, and leases
     * a single update for a connection whose circuit is to be probed. An update that waits behind messages to the
     * customer in its thread is not due until those are sent. Skips updates that are `underWay` here, and those of
     * deleted brands.
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
    /** Extends the lease on an update; false if another lease has begun, or it is gone. */
    renew(update: LeasedUpdate, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /** `none` if the ticket, its brand or the thread is gone. */
    facts(update: LeasedUpdate): Effect.Effect<Option.Option<ChatFacts>, DatabaseUnavailable>
    /**
     * Stores what a thread shows from now on of the update's comment or, with `ticket`, of its ticket. Its messages are
     * then recognized as ours, and the one that starts a thread of the team binds that thread to the ticket.
     */
    keep(
      update: LeasedUpdate,
      facts: ChatFacts,
      of: "ticket" | "comment",
      channel: string,
      post: ChatPost
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Stores the progress of an attempt for the next one; false, without storing anything, if another lease has begun. */
    remember(update: LeasedUpdate, progress: JsonObject): Effect.Effect<boolean, DatabaseUnavailable>
    /** The thread shows the update, or never will. */
    done(update: LeasedUpdate): Effect.Effect<void, DatabaseUnavailable>
    /** There is nothing to show: the update waits if its brand was deleted, since that may be restored, or is dropped. */
    putAside(update: LeasedUpdate): Effect.Effect<void, DatabaseUnavailable>
    /** Retries after `delay`; the rest of its thread waits for it. `uncounted`: this attempt does not count. */
    postpone(
      update: LeasedUpdate,
      delay: Duration.Duration,
      error: string,
      attempt?: "uncounted"
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Schedules another attempt at once. This attempt counts: it was interrupted, and its effects are unknown. */
    giveBack(update: LeasedUpdate): Effect.Effect<void, DatabaseUnavailable>
    /** Removes updates that could not be shown for so long. */
    purge(age: Duration.Duration): Effect.Effect<void, DatabaseUnavailable>
    readonly backlog: Effect.Effect<number, DatabaseUnavailable>
    /** Emits at the start, and whenever this process has recorded an update. */
    readonly noted: Stream.Stream<void>
  }
>()("trunkline/tickets/ChatUpdates") {}
