import { Context, type DateTime, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

export interface DatabaseSize {
  /** Version of PostgreSQL, for example `18.1`. */
  readonly serverVersion: string
  readonly bytes: number
  /** The largest tables with the sum of their partitions; rows as PostgreSQL estimates them. */
  readonly tables: ReadonlyArray<{ readonly name: string; readonly bytes: number; readonly rows: number }>
}

export interface DatabaseConnections {
  /** Connections to the whole server, whoever opened them. */
  readonly used: number
  /** Maximum for users without special rights, like ours. */
  readonly limit: number
  /** Connections of this installation's nodes. */
  readonly ours: number
  /** Connections to this database that wait for another's lock. */
  readonly waitingForLocks: number
  /** Start of the longest transaction running in this database. */
  readonly oldestTransactionAt: DateTime.Utc | undefined
}

export interface SchemaState {
  /** `barred`: the database has a migration beside which this code cannot serve. */
  readonly state: "current" | "ahead" | "behind" | "barred"
  /** The newest migration in the database, and the newest that this code knows. */
  readonly database: number
  readonly code: number
  readonly applied: ReadonlyArray<{ readonly id: number; readonly name: string; readonly appliedAt: DateTime.Utc }>
}

/** Groups of queues that are read together. */
export const queueParts = [
  "mail",
  "messages",
  "inbound",
  "chatUpdates",
  "webhooks",
  "fileRemovals",
  "fileScans"
] as const
export type QueuePart = (typeof queueParts)[number]

/** A queue across all accounts. Numbers stop at ten thousand, which means that many or more. */
export interface Queue {
  readonly name: string
  /** Everything in it: due, held, and scheduled for later, such as a retry. */
  readonly waiting: number
  /** What could be sent now. */
  readonly due: number
  /** What waits for somebody: its ticket is in the trash, or its connection or endpoint is paused or failing. */
  readonly held: number
  /** Given up in the last 24 hours. */
  readonly failed: number
  readonly oldestDueAt: DateTime.Utc | undefined
  /** Seconds since `oldestDueAt`; 0 if nothing is due. */
  readonly lag: number
}

/**
 * The database's reports about itself. Each gives up after three seconds, and none reads a large table: sizes are
 * PostgreSQL's own figures, and queues have an index of what waits.
 */
export class StatusReports extends Context.Service<
  StatusReports,
  {
    readonly size: Effect.Effect<DatabaseSize, DatabaseUnavailable>
    readonly connections: Effect.Effect<DatabaseConnections, DatabaseUnavailable>
    readonly schema: Effect.Effect<SchemaState, DatabaseUnavailable>
    /** Bytes of all accounts' files, as the limits count them. */
    readonly storedBytes: Effect.Effect<number, DatabaseUnavailable>
    queues(part: QueuePart): Effect.Effect<ReadonlyArray<Queue>, DatabaseUnavailable>
  }
>()("trunkline/system/StatusReports") {}
