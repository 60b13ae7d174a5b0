import { Context, type Duration, type Effect, type Redacted, type Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { MessageId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** A mail that this process has leased for one attempt. */
export interface LeasedMail extends Pick<OutgoingMail, "id" | "kind" | "messageId" | "to" | "subject" | "secret"> {
  readonly text: Redacted.Redacted
  /** Attempts so far, this one included. */
  readonly attempts: number
}

/**
 * Mail on its way out. Any node may send any mail: it leases a row, sends it, and writes down how that went. The lease
 * of a node that died ends by itself, and the mail is sent again under the same Message-ID.
 */
export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    /** Leases what is due, oldest first. What is past its lifetime becomes `failed` instead. */
    lease(limit: number, lease: Duration.Duration): Effect.Effect<ReadonlyArray<LeasedMail>, DatabaseUnavailable>
    /** The relay has it. What was secret in it is forgotten. */
    sent(id: MessageId): Effect.Effect<void, DatabaseUnavailable>
    /** Nothing can send it here: it stays, readable. */
    kept(mail: LeasedMail): Effect.Effect<void, DatabaseUnavailable>
    /** To be tried again after `delay`. */
    postpone(id: MessageId, delay: Duration.Duration, error: string): Effect.Effect<void, DatabaseUnavailable>
    /** The relay will never take it. */
    failed(id: MessageId, error: string): Effect.Effect<void, DatabaseUnavailable>
    /** Mails that wait or are being sent. */
    readonly backlog: Effect.Effect<number, DatabaseUnavailable>
    /** Removes mails that were settled longer ago than `age`. */
    purge(age: Duration.Duration): Effect.Effect<void, DatabaseUnavailable>
    /** Fires when it begins, and whenever a mail was queued on any node. Fails when the connection is lost. */
    readonly queued: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/MailOutbox") {}
