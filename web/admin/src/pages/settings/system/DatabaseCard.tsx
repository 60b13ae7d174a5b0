import type { SystemStatus } from "@trunkline/sdk"
import { Card } from "../../../ui/Card.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { Figure, Figures } from "./Figures.tsx"
import { sizeOr } from "./sizeOr.ts"

const states: Readonly<Record<string, { readonly word: string; readonly tone: "good" | "warn" | "bad" }>> = {
  current: { word: "up to date", tone: "good" },
  ahead: { word: "newer than this node", tone: "warn" },
  behind: { word: "older than this node", tone: "bad" },
  barred: { word: "too new for this node", tone: "bad" }
}

/** The database's size and contents, its connections and its migrations. */
export function DatabaseCard({
  status: { connections, database, migrations }
}: {
  readonly status: Pick<SystemStatus, "connections" | "database" | "migrations">
}) {
  const schema = migrations === undefined ? undefined : states[migrations.state]
  return (
    <Card title="Database">
      <Figures>
        <Figure name="Size" value={sizeOr(database?.bytes)} />
        <Figure name="PostgreSQL" value={database?.serverVersion ?? "unknown"} />
        <Figure
          name="Connections"
          value={
            connections === undefined
              ? "unknown"
              : `${connections.used} of ${connections.limit}, ${connections.ours} by Trunkline`
          }
          tone={connections !== undefined && connections.used > connections.limit * 0.9 ? "bad" : undefined}
        />
        <Figure
          name="Waiting for locks"
          value={connections?.waitingForLocks ?? "unknown"}
          tone={(connections?.waitingForLocks ?? 0) > 0 ? "warn" : undefined}
        />
        <Figure
          name="Longest transaction"
          value={
            connections === undefined ? (
              "unknown"
            ) : connections.oldestTransactionAt === undefined ? (
              "none"
            ) : (
              <Time at={connections.oldestTransactionAt} />
            )
          }
        />
        <Figure
          name="Migrations"
          value={migrations === undefined ? "unknown" : `${migrations.database}, ${schema?.word ?? migrations.state}`}
          tone={schema?.tone}
        />
      </Figures>
      {database === undefined ? undefined : (
        <details className="mt-4">
          <summary className="cursor-pointer text-sm text-soft">Largest tables</summary>
          <div className="mt-2">
            <Table
              caption="Largest tables"
              rows={database.tables}
              keyOf={({ name }) => name}
              columns={[
                { title: "Table", cell: ({ name }) => <code className="text-sm">{name}</code> },
                { title: "Size", align: "end", cell: ({ bytes }) => sizeOr(bytes) },
                { title: "Rows (estimate)", align: "end", cell: ({ rows }) => rows.toLocaleString() }
              ]}
            />
          </div>
        </details>
      )}
      {migrations === undefined ? undefined : (
        <details className="mt-3">
          <summary className="cursor-pointer text-sm text-soft">
            Applied migrations (this node expects {migrations.code})
          </summary>
          <ol reversed className="mt-2 flex flex-col gap-1 text-sm">
            {[...migrations.applied].reverse().map(({ appliedAt, id, name }) => (
              <li key={id} className="flex gap-2">
                <code>
                  {id} {name}
                </code>
                <span className="text-soft">
                  <Time at={appliedAt} />
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Card>
  )
}
