import { Context, Data, type DateTime, type Effect, type Option, type Redacted, type Result, type Stream } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type {
  ChannelConnection,
  ConnectionId,
  ConnectionKind,
  ConnectionOf,
  PlacedConnection
} from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { AlreadyExists } from "../../domain/Problems.ts"

/** Secrets of a connection: JSON in a format defined by its channel. */
export type ConnectionSecrets = Redacted.Redacted

/** The result of a change to a connection. Without an audit entry nothing has changed, and nothing is stored. */
export interface ConnectionChange<K extends ConnectionKind> {
  readonly connection: ConnectionOf<K>
  /** Replaces the previous secrets. */
  readonly secrets?: ConnectionSecrets | undefined
  readonly audit: AuditEntry | undefined
}

/** A recent event on a connection. */
export type ConnectionNews =
  | { readonly kind: "inbound" | "outbound" }
  /** With `outage`, the provider said that nothing works any more. */
  | { readonly kind: "error"; readonly error: string; readonly outage?: Outage | undefined }

/**
 * What a provider's answer says of the whole connection. It is ignored if the connection has changed since the provider
 * was asked: the answer to a call with replaced credentials may arrive late, and the new ones may well work.
 */
export interface Outage {
  readonly status: "error" | "needs_reauth" | "uninstalled"
  /** The connection's `updatedAt` when the provider was asked. */
  readonly asOf: DateTime.Utc
}

/** The connection cannot be removed yet: messages that it has accepted are still unhandled. */
export class MessagesWaiting extends Data.TaggedError("MessagesWaiting") {}

/** The history of a connection, across all nodes. */
export interface ConnectionRecord extends Pick<ChannelConnection, "lastInboundAt" | "lastOutboundAt"> {
  /** How often it recovered after a failure: it was repaired, or the other side responds again. */
  readonly restarts: number
}

/**
 * Connections of brands to their customers' channels. Methods with a scope are limited to one brand, and `none` means
 * that there is no such brand or connection; the others cross tenants, for calls by providers and for actors. Writes with
 * a scope join the caller's transaction, and every node is notified after the commit.
 */
export class ConnectionStore extends Context.Service<
  ConnectionStore,
  {
    /** Oldest first. */
    list<K extends ConnectionKind>(
      scope: BrandScope,
      kind: K
    ): Effect.Effect<Option.Option<ReadonlyArray<ConnectionOf<K>>>, DatabaseUnavailable>

    find<K extends ConnectionKind>(
      scope: BrandScope,
      kind: K,
      id: ConnectionOf<K>["id"]
    ): Effect.Effect<Option.Option<ConnectionOf<K>>, DatabaseUnavailable>

    /** The number of the brand's connections of this kind, counted while the brand is locked. */
    count(scope: BrandScope, kind: ConnectionKind): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    /** `AlreadyExists`: the provider's id is taken, by this brand or another. */
    create(
      scope: BrandScope,
      causation: Causation,
      connection: ChannelConnection,
      secrets: ConnectionSecrets,
      audit: AuditEntry
    ): Effect.Effect<void, AlreadyExists | DatabaseUnavailable>

    /**
     * Locks the connection and stores the result of `decide`. `secrets` is `undefined` if the key that sealed them is
     * gone. Messages queued for the connection are retried now.
     */
    change<K extends ConnectionKind, E>(
      scope: BrandScope,
      causation: Causation,
      kind: K,
      id: ConnectionOf<K>["id"],
      decide: (
        connection: ConnectionOf<K>,
        secrets: ConnectionSecrets | undefined
      ) => Result.Result<ConnectionChange<K>, E>
    ): Effect.Effect<Option.Option<ConnectionOf<K>>, E | AlreadyExists | DatabaseUnavailable>

    /**
     * Removes a connection with its conversations. Unsent messages become `suppressed`; tickets stay. Fails while there
     * are accepted messages that nobody has tried to handle yet, unless these may be given up: then they are recorded in
     * the inbound log, like those that were tried in vain. Returns false if there is no such connection.
     */
    delete(
      scope: BrandScope,
      causation: Causation,
      connection: ChannelConnection,
      audit: AuditEntry,
      unhandled: "waited for" | "given up"
    ): Effect.Effect<boolean, MessagesWaiting | DatabaseUnavailable>

    /** The connection whose URL a provider called. */
    reached<K extends ConnectionKind>(
      kind: K,
      id: ConnectionOf<K>["id"]
    ): Effect.Effect<Option.Option<PlacedConnection<K>>, DatabaseUnavailable>

    /** A connection of any kind. */
    placed(id: ConnectionId): Effect.Effect<Option.Option<PlacedConnection>, DatabaseUnavailable>

    /** The connection with this id at its provider. */
    external<K extends ConnectionKind>(
      kind: K,
      externalId: string
    ): Effect.Effect<Option.Option<PlacedConnection<K>>, DatabaseUnavailable>

    /** All connections of this kind. */
    all<K extends ConnectionKind>(kind: K): Effect.Effect<ReadonlyArray<PlacedConnection<K>>, DatabaseUnavailable>

    /** The history of each connection of this kind. */
    records(kind: ConnectionKind): Effect.Effect<ReadonlyMap<ConnectionId, ConnectionRecord>, DatabaseUnavailable>

    /** Dies if the secrets were sealed under a key that is gone. */
    secrets(id: ConnectionId): Effect.Effect<Option.Option<ConnectionSecrets>, DatabaseUnavailable>

    /** Records an event. A time hardly later than the recorded one is not stored. */
    note(id: ConnectionId, news: ConnectionNews): Effect.Effect<void, DatabaseUnavailable>

    /** Every connection that is created, changed or removed, on any node. Fails when the connection to the database is lost. */
    readonly changes: Stream.Stream<ConnectionId, DatabaseUnavailable>
  }
>()("trunkline/tickets/ConnectionStore") {}
