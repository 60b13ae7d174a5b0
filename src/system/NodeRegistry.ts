import { Context, type DateTime, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Id } from "../domain/Ids.ts"

/** `silent`: not heard of for half a minute, because it was killed, or cut off from the database. */
export type NodeState = "running" | "silent" | "stopped"

/** What a server process says of itself. */
export interface NodeFacts {
  readonly id: Id<"node">
  readonly version: string
  /** The newest step of the schema that it knows. */
  readonly migration: number
  readonly host: string
  readonly port: number
  readonly pid: number
}

export interface KnownNode extends NodeFacts {
  readonly state: NodeState
  readonly startedAt: DateTime.Utc
  readonly heardAt: DateTime.Utc
  /** When it stopped as it should. */
  readonly stoppedAt: DateTime.Utc | undefined
}

/** The server processes that share the database. All times are its own: no clocks are compared. */
export class NodeRegistry extends Context.Service<
  NodeRegistry,
  {
    /**
     * This node runs, and has for so many seconds. Forgets those that have long been stopped or silent, and one that went silent
     * before and listened where this one does.
     */
    beat(node: NodeFacts, uptime: number): Effect.Effect<void, DatabaseUnavailable>
    /** This node stops as it should. */
    leave(id: Id<"node">): Effect.Effect<void, DatabaseUnavailable>
    /** The newest hundred: those that run first. */
    readonly list: Effect.Effect<ReadonlyArray<KnownNode>, DatabaseUnavailable>
  }
>()("trunkline/system/NodeRegistry") {}
