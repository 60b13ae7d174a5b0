import { Context, type DateTime, type Duration, type Effect, type Option, type Stream } from "effect"
import type { ConnectionId, ConnectionKind } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** What a provider sent, as it is kept before it is acknowledged. */
export interface InboxEntry {
  readonly connectionId: ConnectionId
  /** One effect for each, in the whole installation: `slack:{app}:{event_id}`, `twilio:{number}:{MessageSid}`. */
  readonly dedupeKey: string
  /** The key is known for ever, and not for a week: for providers whose signatures hold no time. */
  readonly keepsKey?: boolean | undefined
  /** What it is, in the channel's own words. */
  readonly kind: string
  /** Entries of one lane are handled one after the other, in the order in which they came. */
  readonly lane: string
  /** What came, as JSON without what PostgreSQL cannot keep: NUL and lone surrogates. */
  readonly payload: JsonObject
}

/** An entry that this process has leased for one attempt. */
export interface LeasedEntry extends Omit<InboxEntry, "keepsKey"> {
  readonly id: InboundId
  readonly scope: BrandScope
  /** Attempts so far, this one included. */
  readonly attempts: number
  readonly receivedAt: DateTime.Utc
}

/** Of a message that became something; of all else nothing is told. */
export type InboxResult = Pick<IntakeResult, "outcome" | "ticketId" | "commentId">

/** What the inbound log says of an entry that could not be handled. */
export interface GivenUp {
  readonly error: string
  /** What is unusual about it, in a word for programs. */
  readonly flag?: string | undefined
  /** Who sent it and what to, as far as that is known. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * What was acknowledged and is still to be handled. Any node may handle any entry: it leases it. Who holds a lease that has
 * ended may still say what became of the entry, until another lease of it begins: from then on only that one counts.
 */
export class ChannelInbox extends Context.Service<
  ChannelInbox,
  {
    /**
     * Committed when this returns: only then is the provider told that we have it. `known`: it came before. `gone`: its
     * connection was removed, and nothing is kept.
     */
    put(entry: InboxEntry): Effect.Effect<"new" | "known" | "gone", DatabaseUnavailable>
    /** Leases the first entry of each lane that is due, oldest first, and none of those that the caller has `underWay`. */
    lease(
      channel: ConnectionKind,
      limit: number,
      lease: Duration.Duration,
      underWay: ReadonlyArray<InboundId>
    ): Effect.Effect<ReadonlyArray<LeasedEntry>, DatabaseUnavailable>
    /** Holds an entry for so much longer; false where it is not the caller's any more. */
    renew(entry: LeasedEntry, lease: Duration.Duration): Effect.Effect<boolean, DatabaseUnavailable>
    /** It is known from now on that it came, and not any more what it said. */
    done(entry: LeasedEntry, result?: InboxResult): Effect.Effect<void, DatabaseUnavailable>
    /** To be tried again after `delay`; the rest of its lane waits for it. `uncounted`: as if it had not been tried. */
    postpone(
      entry: LeasedEntry,
      delay: Duration.Duration,
      error: string,
      attempt?: "uncounted"
    ): Effect.Effect<void, DatabaseUnavailable>
    /** To be tried again at once. The attempt counts: it was broken off, and what it has done is not known. */
    giveBack(entry: LeasedEntry): Effect.Effect<void, DatabaseUnavailable>
    /** Gives it up: it is in the brand's inbound log as `failed`, and the rest of its lane goes on. */
    failed(entry: LeasedEntry, why: GivenUp): Effect.Effect<void, DatabaseUnavailable>
    /** Handles a failed entry again; none when there is no such entry, or it has not failed. */
    replay(scope: BrandScope, id: InboundId): Effect.Effect<Option.Option<InboundId>, DatabaseUnavailable>
    /** Entries that wait, by connection. */
    backlog(channel: ConnectionKind): Effect.Effect<ReadonlyMap<ConnectionId, number>, DatabaseUnavailable>
    /** Removes what was done this long ago; of what keeps its key, what it said. */
    purge(age: Duration.Duration): Effect.Effect<void, DatabaseUnavailable>
    /** Fires when it begins, and whenever something was put on any node. Fails when the connection is lost. */
    readonly arrived: Stream.Stream<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/ChannelInbox") {}
