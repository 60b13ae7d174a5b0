import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import type { TicketCounts } from "./useTicketCounts.ts"

/** Says why the ticket counts beside a list are unknown, and lets one read them again. */
export function CountsFailure({ error, readAgain }: Omit<TicketCounts, "countOf">) {
  if (error === null) return undefined
  return (
    <div>
      <p className="mb-1 text-sm">Ticket counts could not be loaded:</p>
      <ErrorPanel error={error} retry={readAgain} />
    </div>
  )
}
