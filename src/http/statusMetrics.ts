import { Effect, Metric } from "effect"
import type { NodeState } from "../system/NodeRegistry.ts"
import { type Queue, queueParts } from "../system/StatusReports.ts"
import { type InstallationStatus, SystemStatus, type Unread } from "../system/SystemStatus.ts"

// About the whole installation, so every node reports the same: take the largest. A value that could not be read is NaN.
const gauge = (name: string, description: string) => Metric.gauge(name, { description })
const nodes = gauge("nodes", "Nodes that share the database, by state.")
const waiting = gauge("queue_waiting", "Entries waiting in a queue, up to ten thousand.")
const due = gauge("queue_due", "Waiting entries that are due.")
const held = gauge("queue_held", "Waiting entries that need someone to act.")
const failed = gauge("queue_failed", "Entries given up in the last 24 hours.")
const lag = gauge("queue_lag_seconds", "How long the oldest due entry has been due.")
const databaseSize = gauge("database_size_bytes", "Size of the database.")
const connections = gauge("database_connections", "Connections to the database server, from all clients.")
const limit = gauge("database_connections_limit", "The most connections that the database server allows.")
const locked = gauge("database_waiting_for_locks", "Connections to the database that wait for a lock.")
const migration = gauge("database_migration", "Number of the newest migration in the database.")
const stored = gauge("files_stored_bytes", "Files of all accounts.")
const free = gauge("files_free_bytes", "Free space on the disk of the files folder.")
const unread = gauge("status_unread", "1 for each of these parts that could not be read.")
const build = gauge("build_info", "1, with the version of this node.")

const states: ReadonlyArray<NodeState> = ["running", "silent", "stopped"]
const parts: ReadonlyArray<Unread["part"]> = [
  ...(["nodes", "database", "connections", "migrations", "files", "disk"] as const),
  ...queueParts.map((part) => `queues.${part}` as const)
]

/** The state of the installation. The effect updates the gauges before they are read. */
export const makeStatusMetrics = (version: string) =>
  Effect.map(SystemStatus, ({ read }) => {
    const queues = new Set<string>()
    return Effect.flatMap(read, (status) => {
      for (const { name } of status.queues) queues.add(name)
      return write(status, queues, version)
    })
  })

const write = Effect.fnUntraced(function* (status: InstallationStatus, queues: ReadonlySet<string>, version: string) {
  const { files, migrations, size } = status
  for (const state of states) {
    const inState = status.nodes?.filter((node) => node.state === state).length
    yield* set(Metric.withAttributes(nodes, { state }), inState)
  }
  for (const name of queues)
    yield* writeQueue(
      name,
      status.queues.find((queue) => queue.name === name)
    )
  yield* set(databaseSize, size?.bytes)
  yield* set(connections, status.connections?.used)
  yield* set(limit, status.connections?.limit)
  yield* set(locked, status.connections?.waitingForLocks)
  yield* set(migration, migrations?.database)
  yield* set(stored, files.storedBytes)
  if (files.store === "folder") yield* set(free, files.disk?.freeBytes)
  for (const part of parts) {
    const isMissing = status.unread.some((missing) => missing.part === part)
    yield* set(Metric.withAttributes(unread, { part }), isMissing ? 1 : 0)
  }
  yield* set(Metric.withAttributes(build, { version }), 1)
})

const writeQueue = Effect.fnUntraced(function* (name: string, queue: Queue | undefined) {
  const labels = { queue: name }
  yield* set(Metric.withAttributes(waiting, labels), queue?.waiting)
  yield* set(Metric.withAttributes(due, labels), queue?.due)
  yield* set(Metric.withAttributes(held, labels), queue?.held)
  yield* set(Metric.withAttributes(failed, labels), queue?.failed)
  yield* set(Metric.withAttributes(lag, labels), queue?.lag)
})

const set = (metric: Metric.Gauge<number>, value: number | undefined) => Metric.update(metric, value ?? Number.NaN)
