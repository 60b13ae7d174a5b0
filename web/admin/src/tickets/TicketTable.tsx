import { Link } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { Table } from "../ui/Table.tsx"
import { Time } from "../ui/Time.tsx"
import { StatusBadge } from "./StatusBadge.tsx"

/** A few tickets of one brand, for pages about something else. */
export function TicketTable({ tickets, slug }: { readonly tickets: ReadonlyArray<Ticket>; readonly slug: string }) {
  if (tickets.length === 0) return <p className="text-soft">None.</p>
  return (
    <Table
      caption="Tickets"
      rows={tickets}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Ticket",
          cell: ({ publicId, ticketNumber, title }) => (
            <Link
              to="/b/$brand/t/$number"
              params={{ brand: slug, number: String(ticketNumber) }}
              className="text-ink no-underline hover:underline"
            >
              <span className="text-soft">{publicId}</span> <bdi>{title}</bdi>
            </Link>
          )
        },
        {
          title: "Status",
          cell: (ticket) => (
            <span className="whitespace-nowrap">
              <StatusBadge ticket={ticket} />
            </span>
          )
        },
        { title: "Last change", align: "end", wide: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> }
      ]}
    />
  )
}
