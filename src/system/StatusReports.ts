import { Context, type DateTime, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

export interface DatabaseSize {
  /** Of PostgreSQL, such as `18.1`. */
  readonly serverVersion: string
  readonly bytes: number
  /** The largest, partitions added up; rows as PostgreSQL estimates them. */
  readonly tables: ReadonlyArray<{ readonly name: string; readonly bytes: number; readonly rows: number }>
}

export interface DatabaseConnections {
  /** Of the whole server, whoever has them. */
  readonly used: number
  /** How many there may be of users like ours. */
  readonly limit: number
  /** Of nodes of this installation. */
  readonly ours: number
  /** Those in this database that wait for a lock of another. */
  readonly waitingForLocks: number
  /** When the longest transaction in this database that still runs began. */
  readonly oldestTransactionAt: DateTime.Utc | undefined
}

export interface SchemaState {
  /** `barred`: it has a step beside which this code cannot serve. */
  readonly state: "current" | "ahead" | "behind" | "barred"
  /** The newest step that the database has, and that this code knows. */
  readonly database: number
  readonly code: number
  readonly applied: ReadonlyArray<{ readonly id: number; readonly name: string; readonly appliedAt: DateTime.Utc }>
}

/** The queues that are read together, by what they have in common. */
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

/** A queue of all accounts. Numbers end at ten thousand, which stands for that many and more. */
export interface Queue {
  readonly name: string
  /** All that is in it: due, held, and what has its time yet to come, as another attempt. */
  readonly waiting: number
  /** What could go now. */
  readonly due: number
  /** What waits for somebody: its ticket is in the trash, its connection or endpoint is paused or fails. */
  readonly held: number
  /** Given up in the last 24 hours. */
  readonly failed: number
  readonly oldestDueAt: DateTime.Utc | undefined
  /** Seconds since then; 0 while nothing is due. */
  readonly lag: number
}

/**
 * What the database says of itself. Each gives up after three seconds, and none reads a large table:
 * sizes are PostgreSQL's own figures, and queues have indexes of what waits.
 */
export class StatusReports extends Context.Service<
  StatusReports,
  {
    readonly size: Effect.Effect<DatabaseSize, DatabaseUnavailable>
    readonly connections: Effect.Effect<DatabaseConnections, DatabaseUnavailable>
    readonly schema: Effect.Effect<SchemaState, DatabaseUnavailable>
    /** Bytes of the files of all accounts, as their limits count them. */
    readonly storedBytes: Effect.Effect<number, DatabaseUnavailable>
    queues(part: QueuePart): Effect.Effect<ReadonlyArray<Queue>, DatabaseUnavailable>
  }
>()("trunkline/system/StatusReports") {}
