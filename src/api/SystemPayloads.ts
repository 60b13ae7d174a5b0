import { Schema } from "effect"
import { growing, idLike, Moment, some } from "./Shapes.ts"

const Bytes = Schema.Int
const count = (description: string) => Schema.Int.annotate({ description })

export const NodeStatus = Schema.Struct({
  id: idLike("node"),
  state: growing(["running", "silent", "stopped"]).annotate({
    description:
      "`silent`: not heard of for 30 seconds, because it was killed or cut off from the database; such a node is shown for a day. `stopped`: as it should; shown for an hour."
  }),
  isAnswering: Schema.Boolean.annotate({ description: "It is the node that gives this answer." }),
  version: Schema.String.annotate({ examples: ["0.1.0"] }),
  migration: count("The newest migration that its code knows."),
  host: Schema.String.annotate({ description: "The name of its machine or container.", examples: ["desk-1"] }),
  port: count("Where it listens for HTTP."),
  pid: count("Its process on that machine."),
  startedAt: Moment,
  heardAt: Moment.annotate({ description: "Every ten seconds while it runs, by the database's clock." }),
  stoppedAt: some(Moment)
}).annotate({ identifier: "NodeStatus" })

export const QueueStatus = Schema.Struct({
  name: Schema.String.annotate({
    examples: ["mail"],
    description:
      "`mail`, `chat`, `sms`, `custom`: messages out. `webhooks`: deliveries. `chat.updates`: changes of tickets to be shown in threads. `inbound.*`: what providers have handed over; mail is taken at once, and can only fail. `files.removal`, `files.scan`: bytes that nothing names any more, and files that are to be judged, the latter only with MALWARE_SCANNER."
  }),
  waiting: count(
    "All that is in it, also what is to be tried again later. 10000 stands for that many and more, here and below."
  ),
  due: count("What could go now."),
  held: count(
    "What waits for somebody: its ticket or brand is in the trash, its connection or endpoint is paused or fails."
  ),
  failed: count("Given up in the last 24 hours."),
  oldestDueAt: some(Moment),
  lagSeconds: count("How long the oldest that is due, and not held, has been so: the figure to alert on.")
}).annotate({ identifier: "QueueStatus" })

export const DatabaseStatus = Schema.Struct({
  serverVersion: Schema.String.annotate({ description: "Of PostgreSQL.", examples: ["18.1"] }),
  bytes: Bytes,
  tables: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      bytes: Bytes.annotate({ description: "With its indexes." }),
      rows: count("As PostgreSQL estimates them.")
    })
  ).annotate({ description: "The ten largest, partitions added up." })
}).annotate({ identifier: "DatabaseStatus" })

export const ConnectionsStatus = Schema.Struct({
  used: count("Of the whole database server, whoever has them."),
  limit: count("How many there may be."),
  ours: count("Those of this installation's nodes."),
  waitingForLocks: Schema.Int,
  oldestTransactionAt: some(Moment).annotate({
    description: "When the longest transaction in this database that still runs began."
  })
}).annotate({ identifier: "ConnectionsStatus" })

export const MigrationsStatus = Schema.Struct({
  state: growing(["current", "ahead", "behind", "barred"]).annotate({
    description:
      "`ahead`: the database has steps of a newer version, beside which this node can serve; `barred`: beside which it cannot. `behind`: it lacks steps of this node's code, as after a restore."
  }),
  database: count("The newest that the database has."),
  code: count("The newest that this node knows."),
  applied: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, appliedAt: Moment }))
}).annotate({ identifier: "MigrationsStatus" })

export const FilesStatus = Schema.Struct({
  store: growing(["folder", "bucket"]),
  storedBytes: some(Bytes).annotate({ description: "Of the files of all accounts, as their limits count them." }),
  freeBytes: some(Bytes).annotate({ description: "Of the disk that the folder is on, on this node." }),
  sizeBytes: some(Bytes)
}).annotate({ identifier: "FilesStatus" })

export const UnreadPart = Schema.Struct({
  part: Schema.String.annotate({
    description:
      "`nodes`, `database`, `connections`, `migrations`, `files`, `disk`, or `queues.` and what of them is missing.",
    examples: ["queues.webhooks"]
  }),
  reason: growing(["unreachable", "overloaded", "timeout", "full", "failed"]).annotate({
    description: "Why: the database's trouble, or `failed`, of which the node's log tells."
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
  unread: Schema.Array(UnreadPart).annotate({ description: "What could not be read, and is left out below." }),
  nodes: some(Schema.Array(NodeStatus)),
  queues: Schema.Array(QueueStatus),
  database: some(DatabaseStatus),
  connections: some(ConnectionsStatus),
  migrations: some(MigrationsStatus),
  files: FilesStatus
}).annotate({ identifier: "SystemStatus", examples: [statusExample] })
