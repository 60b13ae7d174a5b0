import type { Ticket } from "@trunkline/sdk"
import { Icon } from "../ui/Icon.tsx"
import { StatusBadge } from "./StatusBadge.tsx"
import { useAssignee } from "./useAssignee.ts"

interface Props {
  readonly ticket: Ticket
  readonly isUnfolded: boolean
  readonly onUnfold: (isUnfolded: boolean) => void
}

/** The properties in one line, where there is no column for them, so that the conversation follows directly. */
export function PropertiesLine({ ticket, isUnfolded, onUnfold }: Props) {
  const { whose } = useAssignee(ticket)
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      onClick={() => onUnfold(!isUnfolded)}
      className={`flex min-h-9 shrink-0 items-center gap-3 border-line px-3 text-left text-sm -outline-offset-2 @3xl:hidden print:hidden ${isUnfolded ? "" : "border-b"}`}
    >
      <span className="sr-only">Properties: </span>
      <StatusBadge ticket={ticket} />
      <span className="min-w-0 flex-1 truncate text-soft">
        <span className="sr-only">, </span>
        {whose} · {ticket.priority}
      </span>
      <Icon name="down" className={isUnfolded ? "rotate-180" : ""} />
    </button>
  )
}
