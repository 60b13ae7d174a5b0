import { iso } from "../../domain/iso.ts"
import type { KnownNode } from "../../system/NodeRegistry.ts"
import type { SchemaState } from "../../system/StatusReports.ts"
import type { InstallationStatus } from "../../system/SystemStatus.ts"
import { isoOr } from "./moments.ts"

/** The state of the installation, as the API shows it. */
export const installationView = ({
  at,
  connections,
  files,
  migrations,
  nodeId,
  nodes,
  queues,
  size,
  unread
}: InstallationStatus) => ({
  at: iso(at),
  unread,
  nodes: nodes?.map((node) => nodeView(node, nodeId)),
  queues: queues.map(({ lag, oldestDueAt, ...queue }) => ({
    ...queue,
    oldestDueAt: isoOr(oldestDueAt),
    lagSeconds: lag
  })),
  database: size,
  connections:
    connections === undefined
      ? undefined
      : { ...connections, oldestTransactionAt: isoOr(connections.oldestTransactionAt) },
  migrations: migrations === undefined ? undefined : migrationsView(migrations),
  files: { store: files.store, storedBytes: files.storedBytes, ...files.disk }
})

const nodeView = ({ heardAt, startedAt, stoppedAt, ...node }: KnownNode, answering: string) => ({
  ...node,
  isAnswering: node.id === answering,
  startedAt: iso(startedAt),
  heardAt: iso(heardAt),
  stoppedAt: isoOr(stoppedAt)
})

const migrationsView = ({ applied, ...schema }: SchemaState) => ({
  ...schema,
  applied: applied.map(({ appliedAt, id, name }) => ({ id, name, appliedAt: iso(appliedAt) }))
})
