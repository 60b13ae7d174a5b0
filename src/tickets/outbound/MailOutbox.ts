import { Context, type DateTime, type Duration, type Effect, type Option, type Redacted, type Stream } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { MessageId } from "../../domain/Ids.ts"
import type { MailFile, MailKind, OutgoingMail } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A mail that this process has leased for one attempt. */
export interface LeasedMail {
  readonly id: MessageId
  readonly kind: MailKind
  /** Attempts so far, this one included. */
  readonly attempts: number
  /** It tells a customer something, so that what becomes of it is an event of its ticket. */
  readonly isMessage: boolean
  /** What it says is still to be composed. */
  readonly isDraft: boolean
  /** It is for the outbox of test mode, and never sent. */
  readonly isCaptured: boolean
  /** A message past its lifetime: not worth sending any more. */
  readonly isExpired: boolean
  /** It is tried for those in copy alone for whom it was put off. */
  readonly isForCopies: boolean
}

/** What is sent. */
export interface MailContent extends Omit<OutgoingMail, "about" | "text" | "html" | "lifetime"> {
  /** The brand that it is about; none for mail to members. */
  readonly scope?: BrandScope | undefined
  readonly text: Redacted.Redacted
  readonly html?: Redacted.Redacted | undefined
  readonly files: ReadonlyArray<MailFile>
  /** Who is to get it by this attempt: not those of `to` and `cc` who have it already. */
  readonly recipients: ReadonlyArray<string>
  /** Whom of those who were to be in copy it does not go to, and why. */
  readonly leftOut?: string | undefined
  /** Where reports go that it could not be delivered; empty for nowhere. Whom it is from when it is not said. */
  readonly returnPath?: string | undefined
  readonly createdAt: DateTime.Utc
}

/** What is kept of mail that is not on its way any more. */
export interface KeptMail {
  /** How long mail that was sent, or cannot be. */
  readonly settled: Duration.Duration
  /** How long captured mail of a test tenant, and at most how many. */
  readonly captured: Duration.Duration
  readonly capturedCount: number
}

/**
 * Mail on its way out. Any node may send any mail: it leases a row, sends it, and writes down how that went. What a node that
 * died had in hand others take over after `heldFor.lease`, and send it under the same Message-ID; what one had that went without a
 * word, when its lease ends. Who holds a lease that has ended may still say what became of the mail, until another begins.
 */
export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    /**
     * Leases what is due and not `underWay` here, oldest first. What is no message and past its lifetime becomes `failed` instead. What is about a
     * ticket or a brand in the trash waits there.
     */
    lease(
      limit: number,
      lease: Duration.Duration,
      underWay: ReadonlyArray<MessageId>
    ): Effect.Effect<ReadonlyArray<LeasedMail>, DatabaseUnavailable>
    /** Leases the mail that is due the longest for those in copy alone, and not `underWay` here for them. */
    leaseForCopies(
      lease: Duration.Duration,
      underWay: ReadonlyArray<MessageId>
    ): Effect.Effect<ReadonlyArray<LeasedMail>, DatabaseUnavailable>
    /** Holds a mail for so much longer, if it still waits to be told what becomes of it; false where another lease has begun, or it is gone. */
    renew(mail: LeasedMail, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /** What a mail says, with those of its files that are still there; none when it was sealed under a key that is gone, and then it has failed. For copies none, too, where its comment was deleted, or nobody is left who wants it. */
    content(mail: LeasedMail): Effect.Effect<Option.Option<MailContent>, DatabaseUnavailable>
    /** The relay has it. What was secret in it is forgotten. */
    sent(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** Nothing can send it here: it stays, readable. */
    kept(mail: MailContent, reason: string): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Others than these have it, or never will. With `apart` those of them in copy are tried alone after so long, whatever becomes
     * of the message; without, when it is tried or sent again, as far as it is to them then.
     */
    reached(
      id: MessageId,
      waiting: ReadonlyArray<string>,
      apart?: Duration.Duration
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Nobody in copy waits any more. */
    dropCopies(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** To be tried again after `delay`. */
    postpone(mail: LeasedMail, delay: Duration.Duration, error: string): Effect.Effect<void, DatabaseUnavailable>
    /** The relay will never take it; with `noMailbox`, nor any other mail of the brand to this address, which rests for a while. */
    failed(id: MessageId, error: string, noMailbox: boolean): Effect.Effect<void, DatabaseUnavailable>
    /** Mails that wait or are being sent. */
    readonly backlog: Effect.Effect<number, DatabaseUnavailable>
    /** Removes mails, and the texts of messages, that were settled too long ago, and captured ones that are too old or too many. */
    purge(kept: KeptMail): Effect.Effect<void, DatabaseUnavailable>
    /** Fires when it begins, and whenever a mail was queued on any node. Fails when the connection is lost. */
    readonly queued: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/MailOutbox") {}
