import { Context, type DateTime, type Duration, type Effect, type Option, type Stream } from "effect"
import type { ConnectionId, ConnectionKind } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** A provider's message, as stored before it is acknowledged. */
export interface InboxEntry {
  readonly connectionId: ConnectionId
  /** Unique in the installation, for exactly one effect: `slack:{app}:{event_id}`, `twilio:{number}:{MessageSid}`. */
  readonly dedupeKey: string
  /** Keep the key forever instead of for a week: for providers whose signatures contain no timestamp. */
  readonly keepsKey?: boolean | undefined
  /** The type of message, defined by the channel. */
  readonly kind: string
  /** Entries of one lane are handled one after the other, in the order in which they arrived. */
  readonly lane: string
  /** The message as JSON, without what PostgreSQL cannot store: NUL and lone surrogates. */
  readonly payload: JsonObject
}

/** An entry that this process has leased for one attempt. */
export interface LeasedEntry extends Omit<InboxEntry, "keepsKey"> {
  readonly id: InboundId
  readonly scope: BrandScope
  /** Number of attempts so far, including this one. */
  readonly attempts: number
  readonly receivedAt: DateTime.Utc
}

/** What a message became; absent if nothing. */
export type InboxResult = Pick<IntakeResult, "outcome" | "ticketId" | "commentId">

/** What the inbound log records for an entry that could not be handled. */
export interface GivenUp {
  readonly error: string
  /** A keyword for programs that says what is unusual about it. */
  readonly flag?: string | undefined
  /** Sender and recipient, as far as they are known. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Acknowledged messages that are yet to be handled. Any node can lease and handle any entry. The holder of an expired
 * lease may still report the outcome, until another lease of the entry begins: from then on, only that one counts.
 */
export class ChannelInbox extends Context.Service<
  ChannelInbox,
  {
    /**
     * Stores an entry. It is committed when this returns, and only then is the provider's request acknowledged. `known`:
     * it was received before. `gone`: its connection was removed, and nothing is stored.
     */
    put(entry: InboxEntry): Effect.Effect<"new" | "known" | "gone", DatabaseUnavailable>
    /** Leases the first due entry of each lane, oldest first, except for those that the caller has `underWay`. */
    lease(
      channel: ConnectionKind,
      limit: number,
      lease: Duration.Duration,
      underWay: ReadonlyArray<InboundId>
    ): Effect.Effect<ReadonlyArray<LeasedEntry>, DatabaseUnavailable>
    /** Extends the lease on an entry; false if the caller no longer has it. */
    renew(entry: LeasedEntry, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /** Marks an entry as handled. From now on, only its receipt is remembered, not its content. */
    done(entry: LeasedEntry, result?: InboxResult): Effect.Effect<void, DatabaseUnavailable>
    /** Schedules another attempt after `delay`; the rest of its lane waits for it. `uncounted`: this attempt does not count. */
    postpone(
      entry: LeasedEntry,
      delay: Duration.Duration,
      error: string,
      attempt?: "uncounted"
    ): Effect.Effect<void, DatabaseUnavailable>
    /** Schedules another attempt at once. This attempt counts: it was interrupted, and its effects are unknown. */
    giveBack(entry: LeasedEntry): Effect.Effect<void, DatabaseUnavailable>
    /** Gives up on an entry: the brand's inbound log shows it as `failed`, and its lane continues. */
    failed(entry: LeasedEntry, why: GivenUp): Effect.Effect<void, DatabaseUnavailable>
    /** Queues a failed entry again; `none` if there is no such entry, or it has not failed. */
    replay(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundId>, DatabaseUnavailable>
    /** Number of waiting entries, by connection. */
    backlog(channel: ConnectionKind): Effect.Effect<ReadonlyMap<ConnectionId, number>, DatabaseUnavailable>
    /** Removes entries that were handled this long ago; for those that keep their key, only their content. */
    purge(age: Duration.Duration): Effect.Effect<void, DatabaseUnavailable>
    /** Emits at the start, and whenever an entry is stored on any node. Fails when the connection is lost. */
    readonly arrived: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChannelInbox") {}
