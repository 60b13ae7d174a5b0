import { Link } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { customerCalled } from "../../tickets/customerCalled.ts"
import { StatusBadge } from "../../tickets/StatusBadge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Time } from "../../ui/Time.tsx"
import type { KnownHere } from "./useKnown.ts"

interface Props {
  readonly ticket: Ticket
  readonly known: KnownHere
}

/** A ticket found by a search with filters. */
export function TicketHit({ ticket, known }: Props) {
  const { brandId, publicId, ticketNumber, title, updatedAt } = ticket
  const slug = known.brands.find(({ id }) => id === brandId)?.slug ?? brandId
  return (
    <li className="border-b border-line">
      <Link
        to="/b/$brand/t/$number"
        params={{ brand: slug, number: String(ticketNumber) }}
        className="flex gap-3 px-2 py-2 text-ink no-underline hover:bg-hover"
      >
        <Icon name="mail" className="mt-1 text-soft" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {title}
            </span>
            <span className="text-xs text-soft">
              {publicId} <Time at={updatedAt} />
            </span>
          </span>
          <span className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
            <StatusBadge ticket={ticket} />
            <bdi className="min-w-0 truncate">{customerCalled(ticket)}</bdi>
          </span>
        </span>
      </Link>
    </li>
  )
}
