import { Context, type DateTime, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Id } from "../domain/Ids.ts"

/** `silent`: no heartbeat for half a minute, because it was killed or lost its connection to the database. */
export type NodeState = "running" | "silent" | "stopped"

/** What a server process reports about itself. */
export interface NodeFacts {
  readonly id: Id<"node">
  readonly version: string
  /** The newest migration that it knows. */
  readonly migration: number
  readonly host: string
  readonly port: number
  readonly pid: number
}

export interface KnownNode extends NodeFacts {
  readonly state: NodeState
  readonly startedAt: DateTime.Utc
  readonly heardAt: DateTime.Utc
  /** When it was stopped properly. */
  readonly stoppedAt: DateTime.Utc | undefined
}

/** The server processes that share the database. All times are the database's: no clocks are compared. */
export class NodeRegistry extends Context.Service<
  NodeRegistry,
  {
    /**
     * Records that this node has been running for this many seconds. Removes nodes that stopped or went silent long ago, and
     * a silent one that listened at the same address.
     */
    beat(node: NodeFacts, uptime: number): Effect.Effect<void, DatabaseUnavailable>
    /** Records that this node stopped properly. */
    leave(id: Id<"node">): Effect.Effect<void, DatabaseUnavailable>
    /** The newest hundred nodes, running ones first. */
    readonly list: Effect.Effect<ReadonlyArray<KnownNode>, DatabaseUnavailable>
  }
>()("trunkline/system/NodeRegistry") {}
