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
  /** Attempts so far, this one included. */
  readonly attempts: number
  /** It is for the outbox of test mode, and never sent. */
  readonly isCaptured: boolean
  /** Past its lifetime: not worth sending any more. */
  readonly isExpired: boolean
  /** It tries a connection whose circuit is open. */
  readonly isTrial: boolean
  /** It changes a message that was sent before (`ChannelRevision`). */
  readonly isRevision: boolean
}

/** Whom a message is for, as far as they are known. */
export interface Recipient {
  readonly externalId?: string | undefined
  /** Not a placeholder. */
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly phone?: string | undefined
}

/** What is sent. */
export interface ChannelMessage extends LeasedMessage {
  readonly scope: BrandScope
  readonly ticketId: TicketId
  /** What it carries; a message without one tells of its ticket. */
  readonly commentId?: CommentId | undefined
  /** The conversation: its key, and the provider's id of the message that began it. */
  readonly conversation: { readonly key: string; readonly root?: string | undefined }
  readonly recipient: Recipient
  /** Markdown-like, as the agent wrote it. */
  readonly text: string
  /** Who wrote it, as customers see them. */
  readonly authorName?: string | undefined
  readonly files: ReadonlyArray<MailFile>
  /** What an earlier attempt has remembered of how far it came. */
  readonly progress: JsonObject
  /** What the channel calls it, where it has had it, or a part of it, before. */
  readonly externalId?: string | undefined
  readonly createdAt: DateTime.Utc
}

/** What became of the comment that a message carried which the channel has or may have: its text now, and the message as it was sent. */
export interface ChannelRevision extends ChannelMessage {
  /** `removal`: the comment was removed, and the customer should not see it any more. */
  readonly change: "edit" | "removal"
  readonly of: {
    readonly id: MessageId
    /** What the channel calls it. */
    readonly externalId?: string | undefined
    /** What the attempts at it have remembered. */
    readonly progress: JsonObject
    readonly createdAt: DateTime.Utc
    /** False of what was tried and is to be removed: the channel may have it although nobody heard so. */
    readonly isSent: boolean
  }
}

/**
 * Messages on their way to customers by other channels than mail. Any node may send any of them: it leases the first of
 * each conversation, so that one is under way at a time and their order is kept. What a node that died had in hand others
 * take over after `heldFor.lease`, and send it under the same id; what one had that went without a word, when its lease ends. Who
 * holds a lease that has ended may still say what became of the message, until another lease of it begins.
 */
export class ChannelOutbox extends Context.Service<
  ChannelOutbox,
  {
    /**
     * Leases what is due and not under way here, at most `each` of one connection; nothing of `busy` ones and of those that do
     * not work, and one message alone of one whose circuit is to be tried. What is about a ticket or a brand in the trash waits
     * there, and holds up nothing else of its conversation; so does all of a connection whose brand is.
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
    /** Leases what is past its lifetime and not under way here, whatever the state of its connection; not what is in the trash. */
    leaseExpired(
      kind: ConnectionKind,
      limits: { readonly all: number; readonly underWay: ReadonlyArray<MessageId> },
      lease: Duration.Duration
    ): Effect.Effect<ReadonlyArray<LeasedMessage>, DatabaseUnavailable>
    /** Holds a message for so much longer, if it still waits to be told what becomes of it; false where another lease has begun, or it is gone. */
    renew(leased: LeasedMessage, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /** What a message says now; none when it is settled or gone meanwhile, or its conversation is. */
    content(leased: LeasedMessage): Effect.Effect<Option.Option<ChannelMessage>, DatabaseUnavailable>
    /** What a revision changes, and how; none when the message was never sent, or a later revision says more. */
    revision(leased: LeasedMessage): Effect.Effect<Option.Option<ChannelRevision>, DatabaseUnavailable>
    /** A revision is done with: the channel has taken it, or `error` says why not. */
    revised(leased: LeasedMessage, error?: string): Effect.Effect<void, DatabaseUnavailable>
    /** Keeps how far an attempt came, for the next one; false where another lease has begun, and nothing is kept. */
    remember(leased: LeasedMessage, progress: JsonObject): Effect.Effect<boolean, DatabaseUnavailable>
    /** The same of a message that was sent, by the revision of it that is in hand. */
    rememberOf(id: MessageId, progress: JsonObject): Effect.Effect<void, DatabaseUnavailable>
    /** What was kept last; none of what is gone, or never came anywhere. */
    remembered(id: MessageId): Effect.Effect<Option.Option<JsonObject>, DatabaseUnavailable>
    /** To be tried again after `delay`; the rest of its conversation waits for it. `uncounted`: as if it had not been tried. */
    postpone(
      leased: LeasedMessage,
      delay: Duration.Duration,
      error: string,
      attempt?: "uncounted"
    ): Effect.Effect<void, DatabaseUnavailable>
    /** To be tried again at once. The attempt counts: it was broken off, and what it has done is not known. */
    giveBack(leased: LeasedMessage): Effect.Effect<void, DatabaseUnavailable>
    /** What waits in a conversation is due now, in its order: something has changed that decides what becomes of it. */
    hurry(connectionId: ConnectionId, lane: string): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Puts back what went into the trash after it was leased, also where it has come back from there since, and leaves what a
     * receipt has settled meanwhile; false where neither is so.
     */
    putAside(leased: LeasedMessage): Effect.Effect<boolean, DatabaseUnavailable>
    /** Whatever became of it, it is not on its way any more; the next of its conversation is due. */
    settled(leased: LeasedMessage): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Counts towards the circuit of a connection: its answers close it, `threshold` failures in a row open it. While it is
     * open, trials alone are counted: what was under way when it opened says nothing new.
     */
    answered(connectionId: ConnectionId): Effect.Effect<void, DatabaseUnavailable>
    failing(
      leased: Pick<LeasedMessage, "connectionId" | "isTrial">,
      threshold: number,
      pauseOf: (failures: number) => Duration.Duration
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Where it was the trial of its circuit, another may be: nothing was asked of the connection. */
    untried(leased: Pick<LeasedMessage, "connectionId" | "isTrial">): Effect.Effect<void, DatabaseUnavailable>
    /** Messages that wait or are being sent, by connection. */
    backlog(kind: ConnectionKind): Effect.Effect<ReadonlyMap<ConnectionId, number>, DatabaseUnavailable>
    /** Fires when it begins, and whenever a message was queued on any node. Fails when the connection is lost. */
    readonly queued: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChannelOutbox") {}
