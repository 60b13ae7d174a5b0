import { Context, type Effect, type Scope, type Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** News of webhooks: they have work, or their settings changed. */
export interface Signal {
  readonly kind: "work" | "changed"
  readonly webhookIds: ReadonlyArray<string>
}

/** A node's place among the nodes: one database session, held as long as the node lives. */
export interface HeldSession {
  /** News from other nodes, from the moment the session was opened. Fails when the connection is lost. */
  readonly signals: Stream.Stream<Signal, DatabaseUnavailable>
  /** Fails when the session is gone. */
  readonly check: Effect.Effect<void, DatabaseUnavailable>
  /** Whether this node is the one that does what only one should; asks for that place while it is free. */
  readonly leads: Effect.Effect<boolean, DatabaseUnavailable>
}

/**
 * How nodes know of each other. A session lock says that a node lives; PostgreSQL frees it when the node's socket dies,
 * however it dies, so there are no heartbeats and no clocks to compare.
 */
export class NodeSession extends Context.Service<
  NodeSession,
  {
    open(node: number): Effect.Effect<HeldSession, DatabaseUnavailable, Scope.Scope>

    /** Tells the other nodes of work, outside any transaction of a ticket. */
    announce(node: number, webhookIds: ReadonlyArray<string>): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Frees the leases of nodes that are gone: the webhooks that have work again. What they were sending to people, whom a second
     * copy would reach, is others' a while later, unless they say meanwhile that they have it: a session may end without its node.
     */
    bury(node: number): Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
  }
>()("trunkline/webhooks/NodeSession") {}
