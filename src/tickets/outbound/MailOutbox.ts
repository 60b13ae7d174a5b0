import { Context, type DateTime, type Duration, type Effect, type Option, type Redacted, type Stream } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { MessageId } from "../../domain/Ids.ts"
import type { MailFile, MailKind, OutgoingMail } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A mail that this process has leased for one attempt. */
export interface LeasedMail {
  readonly id: MessageId
  readonly kind: MailKind
  /** Number of attempts so far, including this one. */
  readonly attempts: number
  /** It is a message to a customer, so that its outcome is an event of its ticket. */
  readonly isMessage: boolean
  /** Its content is yet to be composed. */
  readonly isDraft: boolean
  /** The mail is for the outbox of test mode, and is never sent. */
  readonly isCaptured: boolean
  /** A message past its lifetime: no longer worth sending. */
  readonly isExpired: boolean
  /** This attempt is only for the copied recipients for whom it was deferred. */
  readonly isForCopies: boolean
}

/** The content of a mail to send. */
export interface MailContent extends Omit<OutgoingMail, "about" | "text" | "html" | "lifetime"> {
  /** The brand that it is about; absent for mail to members. */
  readonly scope?: BrandScope | undefined
  readonly text: Redacted.Redacted
  readonly html?: Redacted.Redacted | undefined
  readonly files: ReadonlyArray<MailFile>
  /** The recipients of this attempt: those of `to` and `cc` who do not have the mail yet. */
  readonly recipients: ReadonlyArray<string>
  /** The recipients that were left out of `cc`, and why. */
  readonly leftOut?: string | undefined
  /** The envelope sender, to which bounces go; empty for the null sender. If absent, the sender's address is used. */
  readonly returnPath?: string | undefined
  readonly createdAt: DateTime.Utc
}

/** How long to keep mail that is no longer queued. */
export interface KeptMail {
  /** For mail that was sent or cannot be sent. */
  readonly settled: Duration.Duration
  /** For captured mail of a test tenant, and at most how many. */
  readonly captured: Duration.Duration
  readonly capturedCount: number
}

/**
 * Outgoing mail. Any node can send any mail: it leases a row, sends the mail, and stores the outcome. Other nodes take
 * over the mail of a node known to have died after `heldFor.lease`, and that of a node that vanished without notice when
 * its leases expire; they send it under the same Message-ID. The holder of an expired lease may still report the outcome,
 * until another lease of the mail begins.
 */
export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    /**
     * Leases due mail that is not `underWay` here, oldest first. Mail past its lifetime that is no message becomes
     * `failed` instead. Mail about a ticket or brand in the trash waits.
     */
    lease(
      limit: number,
      lease: Duration.Duration,
      underWay: ReadonlyArray<MessageId>
    ): Effect.Effect<ReadonlyArray<LeasedMail>, DatabaseUnavailable>
    /** Leases the mail that has been due the longest for copied recipients only, and is not `underWay` here for them. */
    leaseForCopies(
      lease: Duration.Duration,
      underWay: ReadonlyArray<MessageId>
    ): Effect.Effect<ReadonlyArray<LeasedMail>, DatabaseUnavailable>
    /** Extends the lease on a mail whose outcome is still open; false if another lease has begun, or it is gone. */
    renew(mail: LeasedMail, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * The content of a mail, with those of its files that still exist; `none`, and the mail has failed, if it was sealed
     * under a key that is gone. For copies also `none` if its comment was deleted, or nobody is left who wants it.
     */
    content(mail: LeasedMail): Effect.Effect<Option.Option<MailContent>, DatabaseUnavailable>
    /** The relay has accepted the mail. Secrets in it are erased. */
    sent(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** There is no way to send the mail from here: it stays readable. */
    kept(mail: MailContent, reason: string): Effect.Effect<void, DatabaseUnavailable>
    /**
     * Only these recipients are still to get the mail; all others have it, or never will. With `apart`, the copied ones
     * are retried separately after that time, whatever becomes of the message; without, whenever the message is retried
     * or sent again, if it is still addressed to them then. Nothing changes once another lease has begun.
     */
    reached(
      mail: LeasedMail,
      waiting: ReadonlyArray<string>,
      apart?: Duration.Duration
    ): Effect.Effect<void, DatabaseUnavailable>
    /** No copied recipient waits any more. */
    dropCopies(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** Schedules another attempt after `delay`. */
    postpone(mail: LeasedMail, delay: Duration.Duration, error: string): Effect.Effect<void, DatabaseUnavailable>
    /**
     * The relay will never accept the mail. With `noMailbox`, it will not accept any other mail of the brand to this
     * address either, which is suppressed for a while.
     */
    failed(id: MessageId, error: string, noMailbox: boolean): Effect.Effect<void, DatabaseUnavailable>
    /** Mails that are queued or being sent. */
    readonly backlog: Effect.Effect<number, DatabaseUnavailable>
    /** Removes mails and texts of messages that were settled too long ago, and captured ones that are too old or too many. */
    purge(kept: KeptMail): Effect.Effect<void, DatabaseUnavailable>
    /** Emits at the start, and whenever a mail is queued on any node. Fails when the connection is lost. */
    readonly queued: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/MailOutbox") {}
