import { Context, Data, type Effect, type Option, type Redacted, type Result, type Stream } from "effect"
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

/** Secrets of a connection: JSON, in the shape that its channel gives them. */
export type ConnectionSecrets = Redacted.Redacted

/** What a change makes of a connection. Without an audit entry nothing has changed, and nothing is stored. */
export interface ConnectionChange<K extends ConnectionKind> {
  readonly connection: ConnectionOf<K>
  /** Takes the place of the secrets that there were. */
  readonly secrets?: ConnectionSecrets | undefined
  readonly audit: AuditEntry | undefined
}

/** What happened to a connection just now. */
export type ConnectionNews =
  | { readonly kind: "inbound" | "outbound" }
  /** `status` is another only where the provider said so. */
  | { readonly kind: "error"; readonly error: string; readonly status?: "error" | "needs_reauth" | "uninstalled" }

/** A connection cannot go yet: messages that it has taken are still to be handled. */
export class MessagesWaiting extends Data.TaggedError("MessagesWaiting") {}

/** How a connection has fared, on all nodes. */
export interface ConnectionRecord extends Pick<ChannelConnection, "lastInboundAt" | "lastOutboundAt"> {
  /** Times that it worked again after it had failed: somebody mended it, or the other side answers again. */
  readonly restarts: number
}

/**
 * Connections of brands to their customers' channels. Methods that take a scope are of one brand, and `none` is no such
 * brand or connection; the others cross tenants, for providers that call and for actors. Writes by a scope join the
 * caller's transaction, and after the commit every node hears of them.
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

    /** Connections of this kind in the brand, counted under its lock. */
    count(scope: BrandScope, kind: ConnectionKind): Effect.Effect<Option.Option<number>, DatabaseUnavailable>

    /** `AlreadyExists`: the provider's id is taken, here or by anybody. */
    create(
      scope: BrandScope,
      causation: Causation,
      connection: ChannelConnection,
      secrets: ConnectionSecrets,
      audit: AuditEntry
    ): Effect.Effect<void, AlreadyExists | DatabaseUnavailable>

    /**
     * Locks the connection and stores what `decide` makes of it; its secrets are undefined where their key is gone. What
     * waits to be sent by it is tried again now.
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
     * Removes it with its conversations; what it has not sent yet is `suppressed`. Its tickets stay. Fails while there are
     * messages that it has taken and nobody has tried to handle yet, unless they may be given up: then those have a line
     * in the inbound log, as have the ones that were tried in vain. False: there is no such connection.
     */
    delete(
      scope: BrandScope,
      causation: Causation,
      connection: ChannelConnection,
      audit: AuditEntry,
      unhandled: "waited for" | "given up"
    ): Effect.Effect<boolean, MessagesWaiting | DatabaseUnavailable>

    /** The connection whose address a provider called. */
    reached<K extends ConnectionKind>(
      kind: K,
      id: ConnectionOf<K>["id"]
    ): Effect.Effect<Option.Option<PlacedConnection<K>>, DatabaseUnavailable>

    /** Any connection, of whatever kind. */
    placed(id: ConnectionId): Effect.Effect<Option.Option<PlacedConnection>, DatabaseUnavailable>

    /** The connection that has this id at its provider. */
    external<K extends ConnectionKind>(
      kind: K,
      externalId: string
    ): Effect.Effect<Option.Option<PlacedConnection<K>>, DatabaseUnavailable>

    /** All of this kind. */
    all<K extends ConnectionKind>(kind: K): Effect.Effect<ReadonlyArray<PlacedConnection<K>>, DatabaseUnavailable>

    /** How each of this kind has fared. */
    records(kind: ConnectionKind): Effect.Effect<ReadonlyMap<ConnectionId, ConnectionRecord>, DatabaseUnavailable>

    /** A defect where they were sealed under a key that is gone. */
    secrets(id: ConnectionId): Effect.Effect<Option.Option<ConnectionSecrets>, DatabaseUnavailable>

    /** Notes what happened; a moment that is hardly later than the one noted is left out. */
    note(id: ConnectionId, news: ConnectionNews): Effect.Effect<void, DatabaseUnavailable>

    /** Every connection that was made, changed or removed, on any node. Fails when the connection to the database is lost. */
    readonly changes: Stream.Stream<ConnectionId, DatabaseUnavailable>
  }
>()("trunkline/tickets/ConnectionStore") {}
