import { Context, type DateTime, type Duration, type Effect, type Option, type Stream } from "effect"
import type { ConnectionId, ConnectionKind } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { CommentId, MessageId, TicketId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { MailFile } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A message that this process has leased for one attempt. */
export interface LeasedMessage {
  readonly id: MessageId
  readonly connectionId: ConnectionId
  /** The key of its conversation. */
  readonly lane: string
  /** Number of attempts so far, including this one. */
  readonly attempts: number
  /** The message is for the outbox of test mode, and is never sent. */
  readonly isCaptured: boolean
  /** The message is past its lifetime and no longer worth sending. */
  readonly isExpired: boolean
  /** This attempt probes a connection whose circuit is open. */
  readonly isTrial: boolean
  /** It changes a message that was sent before (`ChannelRevision`). */
  readonly isRevision: boolean
  /**
   * The connection's `updatedAt` when the channel was asked. If that has changed since, an answer that says to wait is about
   * something that somebody may just have fixed: the message is due at once, and the circuit stays closed.
   */
  readonly asOf?: DateTime.Utc | undefined
}

/** The recipient of a message, as far as they are known. */
export interface Recipient {
  readonly externalId?: string | undefined
  /** Never a placeholder. */
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly phone?: string | undefined
}

/** A message to send. */
export interface ChannelMessage extends LeasedMessage {
  readonly scope: BrandScope
  readonly ticketId: TicketId
  /** The comment that it carries; without one, the message is about the ticket itself. */
  readonly commentId?: CommentId | undefined
  /** The conversation: its key, and the provider's id of the message that started it. */
  readonly conversation: { readonly key: string; readonly root?: string | undefined }
  readonly recipient: Recipient
  /** Markdown-like, as the agent wrote it. */
  readonly text: string
  /** The author's name as shown to customers. */
  readonly authorName?: string | undefined
  readonly files: ReadonlyArray<MailFile>
  /** The progress that earlier attempts have stored. */
  readonly progress: JsonObject
  /** The channel's id for the message, if the channel already has it or a part of it. */
  readonly externalId?: string | undefined
  readonly createdAt: DateTime.Utc
}

/**
 * A change to a message that the channel has, or may have, after its comment was changed: the current text, and the
 * message as sent.
 */
export interface ChannelRevision extends ChannelMessage {
  /** `removal`: the comment was deleted, and the customer should no longer see it. */
  readonly change: "edit" | "removal"
  readonly of: {
    readonly id: MessageId
    /** The channel's id for the message. */
    readonly externalId?: string | undefined
    /** The progress that attempts to send it have stored. */
    readonly progress: JsonObject
    readonly createdAt: DateTime.Utc
    /** False for one that was attempted and is to be removed: the channel may have it without having said so. */
    readonly isSent: boolean
  }
}

/**
 * Messages to customers that are sent by channels other than mail. Any node can send any of them: it leases the first of
 * each conversation, so that only one is in progress at a time and their order is kept. Other nodes take over the
 * messages of a node known to have died after `heldFor.lease`, and those of a node that vanished without notice when its
 * leases expire; they send them under the same ids. The holder of an expired lease may still report the outcome, until
 * another lease of the message begins.
 */
export class ChannelOutbox extends Context.Service<
  ChannelOutbox,
  {
    /**
     * Leases due messages that are not in progress here, at most `each` per connection. Skips `busy` connections and
     * those that do not work, and leases a single message for a connection whose circuit is to be probed. Messages about
     * a ticket or brand in the trash wait without holding up the rest of their conversation, as do all messages of a
     * connection whose brand is in the trash.
     */
    lease(
      kind: ConnectionKind,
      limits: {
        readonly all: number
        readonly each: number
        readonly busy: ReadonlyArray<ConnectionId>
        readonly underWay: ReadonlyArray<MessageId>
      },
      lease: Duration.Duration
    ): Effect.Effect<ReadonlyArray<LeasedMessage>, DatabaseUnavailable>
    /**
     * Leases messages that are past their lifetime and not in progress here, whatever the state of their connection,
     * except for those in the trash.
     */
    leaseExpired(
      kind: ConnectionKind,
      limits: { readonly all: number; readonly underWay: ReadonlyArray<MessageId> },
      lease: Duration.Duration
    ): Effect.Effect<ReadonlyArray<LeasedMessage>, DatabaseUnavailable>
    /** Extends the lease on a message whose outcome is still open; false if another lease has begun, or it is gone. */
    renew(leased: LeasedMessage, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /** The current content of a message; `none` if it was settled or is gone, or its conversation is. */
    content(leased: LeasedMessage): Effect.Effect<Option.Option<ChannelMessage>, DatabaseUnavailable>
    /** What a revision changes, and how; `none` if the message was never sent, or a later revision supersedes it. */
    revision(leased: LeasedMessage): Effect.Effect<Option.Option<ChannelRevision>, DatabaseUnavailable>
    /** Completes a revision: the channel has accepted it, or `error` says why not. */
    revised(leased: LeasedMessage, error?: string): Effect.Effect<void, DatabaseUnavailable>
    /** Stores the progress of an attempt for the next one; false, without storing anything, if another lease has begun. */
    remember(leased: LeasedMessage, progress: JsonObject): Effect.Effect<boolean, DatabaseUnavailable>
    /** The same for a message that was sent, on behalf of a revision of it that is in progress. */
    rememberOf(id: MessageId, progress: JsonObject): Effect.Effect<void, DatabaseUnavailable>
    /** The progress that was stored last; `none` if the message is gone or has made none. */
    remembered(id: MessageId): Effect.Effect<Option.Option<JsonObject>, DatabaseUnavailable>
    /** Retries after `delay`; the rest of its conversation waits for it. `uncounted`: this attempt does not count. */
    postpone(
      leased: LeasedMessage,
      delay: Duration.Duration,
      error: string,
      attempt?: "uncounted"
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Schedules another attempt at once. This attempt counts: it was interrupted, and its effects are unknown. */
    giveBack(leased: LeasedMessage): Effect.Effect<void, DatabaseUnavailable>
    /** Makes a conversation's queued messages due now, in order, since something that decides their outcome changed. */
    hurry(connectionId: ConnectionId, lane: string): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Requeues a message whose ticket or brand was moved to the trash after it was leased, even if restored since, and
     * leaves one that a receipt has settled in the meantime; false if neither applies.
     */
    putAside(leased: LeasedMessage): Effect.Effect<boolean, DatabaseUnavailable>
    /** Ends the work on a message, whatever its outcome; the next one of its conversation becomes due. */
    settled(leased: LeasedMessage): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Updates the circuit of a connection: a response closes it, `threshold` consecutive failures open it. While it is
     * open, only probes count: the outcome of messages that were in progress when it opened says nothing new.
     */
    answered(connectionId: ConnectionId): Effect.Effect<void, DatabaseUnavailable>
    failing(
      leased: Pick<LeasedMessage, "asOf" | "connectionId" | "isTrial">,
      threshold: number,
      pauseOf: (failures: number) => Duration.Duration
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Allows another probe of the circuit if this was one: the connection was not contacted. */
    untried(leased: Pick<LeasedMessage, "connectionId" | "isTrial">): Effect.Effect<void, DatabaseUnavailable>
    /** Messages that are queued or being sent, by connection. */
    backlog(kind: ConnectionKind): Effect.Effect<ReadonlyMap<ConnectionId, number>, DatabaseUnavailable>
    /** Emits at the start, and whenever a message is queued on any node. Fails when the connection is lost. */
    readonly queued: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChannelOutbox") {}
