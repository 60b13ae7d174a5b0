import { Context, type Effect, type Scope, type Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** A notification about webhooks: they have work, or their settings changed. */
export interface Signal {
  readonly kind: "work" | "changed"
  readonly webhookIds: ReadonlyArray<string>
}

/** A node's membership in the cluster: one database session, held as long as the node lives. */
export interface HeldSession {
  /** Notifications from other nodes since the session was opened. Fails when the connection is lost. */
  readonly signals: Stream.Stream<Signal, DatabaseUnavailable>
  /** Fails when the session is gone. */
  readonly check: Effect.Effect<void, DatabaseUnavailable>
  /** Whether this node is the leader, which does what only one node should. Tries to become it if there is none. */
  readonly leads: Effect.Effect<boolean, DatabaseUnavailable>
}

/**
 * How nodes know about each other. A session-level advisory lock shows that a node is alive. PostgreSQL releases it when the
 * node's connection ends for any reason, so no heartbeats or synchronized clocks are needed.
 */
export class NodeSession extends Context.Service<
  NodeSession,
  {
    open(node: number): Effect.Effect<HeldSession, DatabaseUnavailable, Scope.Scope>

    /** Notifies the other nodes of work, outside the transactions of tickets. */
    announce(node: number, webhookIds: ReadonlyArray<string>): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Frees the leases of dead nodes and returns the webhooks that have work again. Their leases on messages to people, who
     * would get a second copy, pass to others only after a delay, unless renewed meanwhile: a node can outlive its session.
     */
    bury(node: number): Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
  }
>()("trunkline/webhooks/NodeSession") {}
