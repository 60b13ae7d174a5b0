import { Schema } from "effect"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const Bytes = Schema.Int
const count = (description: string) => Schema.Int.annotate({ description })

export const NodeStatus = Schema.Struct({
  id: idLike("node"),
  state: growing(["running", "silent", "stopped"]).annotate({
    description:
      "`silent`: not heard from for 30 seconds, because the node was killed or lost the database; shown for a day. `stopped`: shut down normally; shown for an hour."
  }),
  isAnswering: Schema.Boolean.annotate({ description: "Whether this node sent the response." }),
  version: Schema.String.annotate({ examples: ["0.1.0"] }),
  migration: count("The newest migration in the node's code."),
  host: Schema.String.annotate({ description: "Name of the machine or container.", examples: ["desk-1"] }),
  port: count("The HTTP port."),
  pid: count("Process id on that machine."),
  startedAt: Moment,
  heardAt: Moment.annotate({ description: "Updated every ten seconds while the node runs, by the database's clock." }),
  stoppedAt: some(Moment)
}).annotate({ identifier: "NodeStatus" })

export const QueueStatus = Schema.Struct({
  name: Schema.String.annotate({
    examples: ["mail"],
    description:
      "`mail`, `chat`, `sms`, `custom`: outgoing messages. `webhooks`: deliveries. `chat.updates`: ticket changes to show in threads. `inbound.*`: messages handed over by providers; email is processed immediately and can only fail. `files.removal`: files that nothing refers to any more. `files.scan`: files to scan, only with MALWARE_SCANNER."
  }),
  waiting: count("Everything in the queue, including later retries. Here and below, 10000 means 10,000 or more."),
  due: count("Entries that can be processed now."),
  held: count(
    "Entries that are blocked: their ticket or brand is in the trash, or their connection or endpoint is paused or failing."
  ),
  failed: count("Entries given up on in the last 24 hours."),
  oldestDueAt: some(Moment),
  lagSeconds: count("How long the oldest entry that is due and not held has been due. Alert on this value.")
}).annotate({ identifier: "QueueStatus" })

export const DatabaseStatus = Schema.Struct({
  serverVersion: Schema.String.annotate({ description: "PostgreSQL version.", examples: ["18.1"] }),
  bytes: Bytes,
  tables: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      bytes: Bytes.annotate({ description: "Including indexes." }),
      rows: count("PostgreSQL's estimate.")
    })
  ).annotate({ description: "The ten largest tables, with partitions added up." })
}).annotate({ identifier: "DatabaseStatus" })

export const ConnectionsStatus = Schema.Struct({
  used: count("Connections to the whole database server, including those of other clients."),
  limit: count("Maximum number of connections."),
  ours: count("Connections of this installation's nodes."),
  waitingForLocks: Schema.Int,
  oldestTransactionAt: some(Moment).annotate({
    description: "Start of the longest transaction still running in this database."
  })
}).annotate({ identifier: "ConnectionsStatus" })

export const MigrationsStatus = Schema.Struct({
  state: growing(["current", "ahead", "behind", "barred"]).annotate({
    description:
      "`ahead`: the database has migrations of a newer version that this node can still work with. `barred`: it cannot work with them. `behind`: the database lacks migrations in this node's code, for example after a restore."
  }),
  database: count("The newest migration in the database."),
  code: count("The newest migration known to this node."),
  applied: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, appliedAt: Moment }))
}).annotate({ identifier: "MigrationsStatus" })

export const FilesStatus = Schema.Struct({
  store: growing(["folder", "bucket"]),
  storedBytes: some(Bytes).annotate({ description: "Size of the files of all accounts, as counted for their limits." }),
  freeBytes: some(Bytes).annotate({ description: "Free space on the disk that holds the folder, on this node." }),
  sizeBytes: some(Bytes)
}).annotate({ identifier: "FilesStatus" })

export const UnreadPart = Schema.Struct({
  part: Schema.String.annotate({
    description:
      "`nodes`, `database`, `connections`, `migrations`, `files`, `disk`, or `queues.` followed by the missing queue.",
    examples: ["queues.webhooks"]
  }),
  reason: growing(["unreachable", "overloaded", "timeout", "full", "failed"]).annotate({
    description: "The problem with the database, or `failed`; in that case, see the node's log."
  })
}).annotate({ identifier: "UnreadPart" })

const statusExample = {
  at: "2026-11-20T09:30:00.000Z",
  unread: [{ part: "queues.webhooks", reason: "timeout" as const }],
  nodes: [
    {
      id: "node_01m893khb3f5bbmdqn6zazb1ra",
      state: "running" as const,
      isAnswering: true,
      version: "0.1.0",
      migration: 57,
      host: "desk-1",
      port: 3000,
      pid: 812,
      startedAt: "2026-11-18T07:00:12.000Z",
      heardAt: "2026-11-20T09:29:55.000Z"
    }
  ],
  queues: [
    {
      name: "mail",
      waiting: 12,
      due: 3,
      held: 1,
      failed: 0,
      oldestDueAt: "2026-11-20T09:29:56.000Z",
      lagSeconds: 4
    }
  ],
  database: {
    serverVersion: "18.1",
    bytes: 4_294_967_296,
    tables: [{ name: "comments", bytes: 1_610_612_736, rows: 2_400_000 }]
  },
  connections: { used: 34, limit: 97, ours: 31, waitingForLocks: 0 },
  migrations: {
    state: "current" as const,
    database: 57,
    code: 57,
    applied: [{ id: 57, name: "node_registry", appliedAt: "2026-11-18T07:00:11.000Z" }]
  },
  files: {
    store: "folder" as const,
    storedBytes: 734_003_200,
    freeBytes: 76_543_000_000,
    sizeBytes: 270_000_000_000
  }
}

export const SystemStatusBody = Schema.Struct({
  at: Moment,
  unread: Schema.Array(UnreadPart).annotate({ description: "Parts that could not be read and are omitted below." }),
  nodes: some(Schema.Array(NodeStatus)),
  queues: Schema.Array(QueueStatus),
  database: some(DatabaseStatus),
  connections: some(ConnectionsStatus),
  migrations: some(MigrationsStatus),
  files: FilesStatus
}).annotate({ identifier: "SystemStatus", examples: [statusExample] })
