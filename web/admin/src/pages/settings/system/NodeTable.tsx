import type { NodeStatus } from "@trunkline/sdk"
import { StateBadge, type States } from "../../../ui/StateBadge.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"

const states: States = {
  running: ["good", "running"],
  silent: ["bad", "silent"],
  stopped: ["neutral", "stopped"]
}

/** The servers that share the database: running, stopped, or gone without a word. */
export function NodeTable({ nodes }: { readonly nodes: ReadonlyArray<NodeStatus> }) {
  const versions = new Set(nodes.flatMap(({ state, version }) => (state === "running" ? [version] : [])))
  return (
    <section aria-label="Nodes" className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">Nodes</h2>
      {versions.size < 2 ? undefined : (
        <p role="status" className="rounded-md bg-warn-tint px-3 py-2 text-warn">
          Nodes run different versions, {[...versions].join(" and ")}, as during a rolling upgrade.
        </p>
      )}
      <Table
        caption="Nodes"
        rows={nodes}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Node",
            cell: ({ host, isAnswering, pid, port }) => (
              <>
                <span className="block font-medium">
                  {host}:{port}
                </span>
                <span className="block text-sm text-soft">
                  process {pid}
                  {isAnswering ? ", serving this page" : ""}
                </span>
              </>
            )
          },
          { title: "State", cell: ({ state }) => <StateBadge of={states} state={state} /> },
          { title: "Version", cell: ({ version }) => version },
          { title: "Started", align: "end", wide: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
          {
            title: "Last seen",
            align: "end",
            cell: ({ heardAt, stoppedAt }) => <Time at={stoppedAt ?? heardAt} />
          }
        ]}
      />
    </section>
  )
}
