import type { ActorStatus } from "@trunkline/sdk"
import { StateBadge, type States } from "../../../ui/StateBadge.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"

const states: States = {
  starting: ["neutral", "starting"],
  running: ["good", "running"],
  backing_off: ["warn", "backing off"],
  stopped: ["bad", "stopped"]
}

/** The server's actors: what each is doing, and its last error. */
export function ActorTable({ actors }: { readonly actors: ReadonlyArray<ActorStatus> }) {
  return (
    <Table
      caption="Parts of the server"
      rows={actors}
      keyOf={({ brandId = "", kind, name }) => `${brandId} ${kind} ${name}`}
      columns={[
        {
          title: "Actor",
          cell: ({ name, kind, lastError }) => (
            <>
              <span className="block font-medium">{name}</span>
              <span className="block text-sm text-soft">{kind}</span>
              {lastError === null ? undefined : <span className="block text-sm text-bad">{lastError}</span>}
            </>
          )
        },
        { title: "State", cell: ({ state }) => <StateBadge of={states} state={state} /> },
        { title: "Restarts", align: "end", wide: true, cell: ({ restarts }) => restarts },
        { title: "Waiting", align: "end", wide: true, cell: ({ backlog }) => backlog },
        {
          title: "Last message",
          wide: true,
          cell: ({ lastInboundAt, lastOutboundAt }) =>
            lastInboundAt === undefined && lastOutboundAt === undefined ? undefined : (
              <span className="text-sm text-soft">
                received {lastInboundAt === undefined ? "never" : <Time at={lastInboundAt} />}, sent{" "}
                {lastOutboundAt === undefined ? "never" : <Time at={lastOutboundAt} />}
              </span>
            )
        },
        {
          title: "Last active",
          align: "end",
          cell: ({ lastActivityAt }) => (lastActivityAt === null ? "never" : <Time at={lastActivityAt} />)
        }
      ]}
    />
  )
}
