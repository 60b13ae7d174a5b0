import { Cause, Context, DateTime, type Duration, Effect, Exit, Fiber, Layer, Result } from "effect"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Id } from "../domain/Ids.ts"
import * as SteadyCache from "../runtime/SteadyCache.ts"
import { BlobStore, type Room } from "../tickets/files/BlobStore.ts"
import { MalwareScanner } from "../tickets/files/MalwareScanner.ts"
import { type KnownNode, NodeRegistry } from "./NodeRegistry.ts"
import {
  type DatabaseConnections,
  type DatabaseSize,
  type Queue,
  type QueuePart,
  queueParts,
  type SchemaState,
  StatusReports
} from "./StatusReports.ts"
import { ThisNode } from "./ThisNode.ts"

/** How long a result is shared by all callers. Sizes change slowly, and each table's requires a file system call. */
const kept = { state: "3 seconds", size: "30 seconds" } as const

/** How long a caller waits for a part. A hanging database or network disk takes longer even to cancel. */
const patience = "3 seconds"

/** A part that could not be read, and why. `failed` is a bug of ours, with details in the log. */
export interface Unread {
  readonly part: "nodes" | "database" | "connections" | "migrations" | "files" | "disk" | `queues.${QueuePart}`
  readonly reason: DatabaseUnavailable["reason"] | "failed"
}

/** The state of the installation. Parts that are `undefined` could not be read, and `unread` says why. */
export interface InstallationStatus {
  readonly at: DateTime.Utc
  /** The node that responds. */
  readonly nodeId: Id<"node">
  readonly unread: ReadonlyArray<Unread>
  readonly nodes: ReadonlyArray<KnownNode> | undefined
  /** Those that could be read. */
  readonly queues: ReadonlyArray<Queue>
  readonly size: DatabaseSize | undefined
  readonly connections: DatabaseConnections | undefined
  readonly migrations: SchemaState | undefined
  readonly files: {
    readonly store: "folder" | "bucket"
    readonly storedBytes: number | undefined
    /** Space on the folder's disk. */
    readonly disk: Room | undefined
  }
}

/** The state of the whole installation, for its operators. */
export class SystemStatus extends Context.Service<
  SystemStatus,
  {
    /** Never fails: what cannot be read is left out. Calls within seconds share a result, so frequent calls cost little. */
    readonly read: Effect.Effect<InstallationStatus>
  }
>()("trunkline/system/SystemStatus") {
  static readonly layer = Layer.effect(
    SystemStatus,
    Effect.gen(function* () {
      const registry = yield* NodeRegistry
      const reports = yield* StatusReports
      const blobs = yield* BlobStore
      const { id: nodeId } = yield* ThisNode
      const isScanning = (yield* MalwareScanner).scan !== undefined

      const nodes = yield* part("nodes", kept.state, registry.list)
      const size = yield* part("database", kept.size, reports.size)
      const connections = yield* part("connections", kept.state, reports.connections)
      const migrations = yield* part("migrations", kept.state, reports.schema)
      const stored = yield* part("files", kept.size, reports.storedBytes)
      const disk = yield* part("disk", kept.state, blobs.room ?? Effect.undefined)
      const queues = yield* Effect.forEach(
        queueParts.filter((name) => isScanning || name !== "fileScans"),
        (name) => part(`queues.${name}`, kept.state, reports.queues(name))
      )

      const read = Effect.gen(function* () {
        const at = yield* DateTime.now
        const { ofQueues, ...own } = yield* Effect.all(
          {
            nodes,
            connections,
            migrations,
            size,
            stored,
            disk,
            ofQueues: Effect.all(queues, { concurrency: "unbounded" })
          },
          { concurrency: "unbounded" }
        )
        return {
          at,
          nodeId,
          unread: [...Object.values(own), ...ofQueues].flatMap(reasonOf),
          nodes: known(own.nodes),
          queues: ofQueues.flatMap((result) => known(result) ?? []),
          size: known(own.size),
          connections: known(own.connections),
          migrations: known(own.migrations),
          files: {
            store: blobs.direct === undefined ? "folder" : "bucket",
            storedBytes: known(own.stored),
            disk: known(own.disk)
          }
        } satisfies InstallationStatus
      })

      return SystemStatus.of({ read })
    })
  )
}

const isSlow = () => Effect.fail(new DatabaseUnavailable({ reason: "timeout" }))

/**
 * One part, read again once it is older than `age`, or sooner if it could not be read. A slow read continues to its own
 * limit, but nobody waits for it.
 */
const part = <A>(name: Unread["part"], age: Duration.Input, read: Effect.Effect<A, DatabaseUnavailable>) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Effect.flatMap(Effect.forkIn(read, scope), Fiber.join).pipe(
      Effect.timeoutOrElse({ duration: patience, orElse: isSlow }),
      Effect.map((value) => Result.succeed<A>(value)),
      Effect.catchCause((cause) => unread(name, cause)),
      (read) =>
        SteadyCache.keep(read, (exit) => (Exit.isSuccess(exit) && Result.isSuccess(exit.value) ? age : kept.state))
    )
  )

const unread = (name: Unread["part"], cause: Cause.Cause<DatabaseUnavailable>) => {
  const error = Cause.squash(cause)
  const isAway = error instanceof DatabaseUnavailable
  const result = Result.fail<Unread>({ part: name, reason: isAway ? error.reason : "failed" })
  return Effect.as(isAway ? Effect.void : Effect.logWarning(`The status could not be read: ${name}`, cause), result)
}

const known = <A>(result: Result.Result<A, Unread>): A | undefined =>
  Result.isSuccess(result) ? result.success : undefined

const reasonOf = (result: Result.Result<unknown, Unread>): ReadonlyArray<Unread> =>
  Result.isFailure(result) ? [result.failure] : []
