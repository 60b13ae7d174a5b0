import type { SystemStatus } from "@trunkline/sdk"
import { Card } from "../../../ui/Card.tsx"
import { DatabaseCard } from "./DatabaseCard.tsx"
import { Figure, Figures } from "./Figures.tsx"
import { NodeTable } from "./NodeTable.tsx"
import { QueueTable } from "./QueueTable.tsx"
import { sizeOr } from "./sizeOr.ts"

/** The state of the whole installation, for its operator: nodes, queues and storage. */
export function InstallationOverview({ status }: { readonly status: SystemStatus }) {
  const { files, nodes, queues, unread } = status
  return (
    <>
      {unread.length === 0 ? undefined : (
        <p role="status" className="rounded-md bg-warn-tint px-3 py-2 text-warn">
          Could not be loaded: {unread.map(({ part, reason }) => `${part} (${reason})`).join(", ")}
        </p>
      )}
      {nodes === undefined ? undefined : <NodeTable nodes={nodes} />}
      <QueueTable queues={queues} />
      <DatabaseCard status={status} />
      <Card title="Files">
        <Figures>
          <Figure name="Stored in" value={files.store === "folder" ? "a folder" : "a bucket"} />
          <Figure name="Ticket files" value={sizeOr(files.storedBytes)} />
          {files.store === "bucket" ? undefined : (
            <Figure
              name="Free disk space"
              value={`${sizeOr(files.freeBytes)} of ${sizeOr(files.sizeBytes)}`}
              tone={isShort(files.freeBytes, files.sizeBytes) ? "bad" : undefined}
            />
          )}
        </Figures>
      </Card>
    </>
  )
}

/** Whether less than a tenth is left. */
const isShort = (free: number | undefined, size: number | undefined) =>
  free !== undefined && size !== undefined && free < size / 10
