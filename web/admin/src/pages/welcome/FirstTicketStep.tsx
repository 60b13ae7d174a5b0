import { Link } from "@tanstack/react-router"
import type { Brand, Ticket } from "@trunkline/sdk"
import { useState } from "react"
import { useTicketList } from "../../data/tickets.ts"
import { Badge } from "../../ui/Badge.tsx"
import { buttonClass } from "../../ui/Button.tsx"
import { CodeBlock } from "../../ui/CodeBlock.tsx"
import { curlOf } from "../../ui/curl.ts"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"

const body = { title: "Where is my parcel?", customerEmail: "ada@example.com", body: "It was due on Monday." }

/** The command that creates a ticket, and the ticket as soon as it exists. */
export function FirstTicketStep({ brand, secret }: { readonly brand: Brand; readonly secret: string | undefined }) {
  const [since] = useState(() => new Date(Date.now() - 1_000).toISOString())
  const list = useTicketList({ brandId: brand.id, sort: "createdAt", limit: 5 })
  const [latest] = list.data?.pages[0]?.data ?? []
  const isNew = latest !== undefined && latest.createdAt >= since
  const command = curlOf({ method: "POST", path: `/v1/brands/${brand.id}/tickets`, body })
  return (
    <div className="flex flex-col gap-3">
      <p>Run this in a terminal. The ticket appears here automatically.</p>
      <CodeBlock
        label="Command that creates a ticket"
        text={secret === undefined ? command : command.replace(/\$TRUNKLINE_(TEST_)?KEY/, secret)}
      />
      {list.error === null ? undefined : <ErrorPanel error={list.error} retry={() => void list.refetch()} />}
      <div role="status">
        {latest === undefined ? (
          <p className="text-soft">Waiting for the first ticket…</p>
        ) : (
          <Arrived brand={brand} ticket={latest} isNew={isNew} />
        )}
      </div>
    </div>
  )
}

function Arrived({
  brand,
  ticket,
  isNew
}: {
  readonly brand: Brand
  readonly ticket: Ticket
  readonly isNew: boolean
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-back p-3">
      <Badge tone="good">{isNew ? "Received" : "Already received"}</Badge>
      <span className="min-w-0 flex-1">
        <strong>{ticket.publicId}</strong> {ticket.title}
        <span className="text-soft"> from {ticket.customerEmail}</span>
      </span>
      <Link
        to="/b/$brand/t/$number"
        params={{ brand: brand.slug, number: String(ticket.ticketNumber) }}
        className={buttonClass("primary")}
      >
        Open ticket
      </Link>
    </div>
  )
}
