import type { Ticket } from "@trunkline/sdk"
import { useStatuses } from "../data/brands.ts"
import { Dot } from "../ui/Dot.tsx"

/** Colours of the system's statuses, for tickets whose brand's statuses are not loaded. */
const colors: Record<Ticket["statusCategory"], string> = {
  open: "#3b82f6",
  pending: "#f59e0b",
  resolved: "#22c55e",
  closed: "#6b7280"
}

/** A ticket's status, under the brand's name for it. */
export function StatusBadge({
  ticket,
  isBrief = false
}: {
  readonly ticket: Ticket
  /** Shows only the colour; the name is in the tooltip and for screen readers. */
  readonly isBrief?: boolean
}) {
  const status = useStatuses(ticket.brandId).data?.find(({ key }) => key === ticket.status)
  const name = status?.name ?? nameOf(ticket.status)
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5" title={name}>
      <Dot color={status?.color ?? colors[ticket.statusCategory]} />
      <span className={isBrief ? "sr-only" : "min-w-0 overflow-hidden text-ellipsis"}>{name}</span>
    </span>
  )
}

/** Formats a key such as `waiting_for_parts` for people. */
const nameOf = (key: string) => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll("_", " ")}`
