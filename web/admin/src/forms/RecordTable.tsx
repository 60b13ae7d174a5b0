import type { DomainRecord, PortalDomainRecord } from "@trunkline/sdk"
import { CopyButton } from "../ui/CopyButton.tsx"
import { StateBadge, type States } from "../ui/StateBadge.tsx"
import { Table } from "../ui/Table.tsx"

const states: States = {
  pending: ["warn", "missing"],
  verified: ["good", "found"],
  failed: ["bad", "wrong"]
}

/** The DNS records that a domain needs, ready to be copied, and what was found. */
export function RecordTable({
  records,
  domain
}: {
  readonly records: ReadonlyArray<DomainRecord | PortalDomainRecord>
  readonly domain: string
}) {
  return (
    <Table
      caption={`DNS records of ${domain}`}
      rows={records}
      keyOf={({ purpose, name }) => `${purpose} ${name}`}
      columns={[
        {
          title: "Record",
          cell: ({ type, purpose }) => (
            <>
              <span className="block font-medium">{type}</span>
              <span className="text-sm text-soft">{purpose}</span>
            </>
          )
        },
        { title: "Name", cell: ({ name }) => <Copied text={name} /> },
        {
          title: "Value",
          cell: ({ value, found, status, ...record }) => (
            <>
              <Copied text={"priority" in record ? `${record.priority} ${value}` : value} />
              {status === "failed" && found !== undefined ? (
                <span className="block text-sm break-all text-bad">found: {found}</span>
              ) : undefined}
            </>
          )
        },
        { title: "State", cell: ({ status }) => <StateBadge of={states} state={status} /> }
      ]}
    />
  )
}

function Copied({ text }: { readonly text: string }) {
  return (
    <span className="flex min-w-44 items-start gap-1">
      <code className="font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={`Copy ${text.slice(0, 60)}`} />
    </span>
  )
}
