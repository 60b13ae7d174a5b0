import type { Member, Ticket } from "@trunkline/sdk"
import { useSession } from "../../app/session.ts"
import { memberName } from "../../data/memberName.ts"
import { customerCalled } from "../../tickets/customerCalled.ts"
import { dueDay, isDone, isLate } from "../../tickets/due.ts"
import { useIsUnsent } from "../../tickets/pendingMessages.ts"
import { StatusBadge } from "../../tickets/StatusBadge.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { dayOf } from "../../ui/ago.ts"
import { Dot } from "../../ui/Dot.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { numberOf } from "../../ui/numberOf.ts"
import { Time } from "../../ui/Time.tsx"
import type { Density } from "./rowDensity.ts"

interface Props {
  readonly ticket: Ticket
  readonly assignee: Member | undefined
  readonly density: Density
  readonly showsOpening: boolean
  readonly isSelected: boolean
  readonly onToggle: () => void
}

/** Characters of text, somewhat more than fit into a row. */
const snippet = 140

/** A ticket in one line or two: what it is about, and who it is from. */
export function TicketRow({ ticket, assignee, density, showsOpening, isSelected, onToggle }: Props) {
  const { body = "", createdAt, title, updatedAt } = ticket
  const customer = customerCalled(ticket)
  const facts = <Facts ticket={ticket} assignee={assignee} density={density} />
  const age = (
    <span className="shrink-0 text-xs text-soft">
      <Time at={showsOpening ? createdAt : updatedAt} />
    </span>
  )
  return (
    <div className="flex h-full items-center gap-1.5 pr-2 pl-1">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key x does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the row itself tells that it is selected */}
      <span
        onClick={(event) => {
          event.stopPropagation()
          onToggle()
        }}
        className="flex size-6 shrink-0 items-center justify-center"
      >
        <span
          className={`flex size-4.5 items-center justify-center rounded border ${isSelected ? "border-accent bg-accent text-on-accent" : "border-edge"}`}
        >
          {isSelected ? <Icon name="check" className="size-3.5" /> : undefined}
        </span>
      </span>
      {density === "compact" ? (
        <>
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-ink">
            {title}
          </span>
          <span dir="auto" className="min-w-0 max-w-1/4 shrink truncate text-sm text-soft">
            {customer}
          </span>
          {facts}
          {age}
        </>
      ) : (
        <div className="min-w-0 flex-1 leading-5">
          <div className="flex items-baseline gap-2">
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-ink">
              {title}
            </span>
            {age}
          </div>
          <div className="flex items-center gap-2 text-sm text-soft">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {customer}
              {body === "" ? "" : ` · ${body.slice(0, snippet)}`}
            </span>
            {facts}
          </div>
        </div>
      )}
    </div>
  )
}

/** What is unusual about a ticket, and its assignee. */
function Facts({ ticket, assignee, density }: Pick<Props, "ticket" | "assignee" | "density">) {
  const { attachmentCount, id, priority, publicId, statusCategory, tags } = ticket
  const { member } = useSession()
  const due = dueDay(ticket)
  const isUnsent = useIsUnsent({ id, memberId: member.id })
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs text-soft">
      <span className="sr-only">{publicId}</span>
      {isUnsent ? <span className="font-semibold text-bad">Unsent</span> : undefined}
      {priority === "urgent" || priority === "high" ? (
        <span className={priority === "urgent" ? "font-semibold text-bad" : "text-warn"}>{priority}</span>
      ) : undefined}
      {due === undefined || isDone(ticket) ? undefined : (
        <span className={isLate(ticket) ? "font-semibold text-bad" : ""}>
          due {dayOf(new Date(`${due}T00:00`), Date.now())}
        </span>
      )}
      {attachmentCount === 0 ? undefined : (
        <span title={numberOf(attachmentCount, "file")} className="flex">
          <Icon name="attach" className="size-3.5" />
          <span className="sr-only">{numberOf(attachmentCount, "file")}</span>
        </span>
      )}
      {tags.slice(0, 2).map(({ id, name, color }) => (
        <span key={id} title={name} className="flex">
          <Dot color={color} />
          <span className="sr-only">tag {name}</span>
        </span>
      ))}
      {statusCategory === "open" ? undefined : (
        <span className="flex max-w-28 whitespace-nowrap">
          <StatusBadge ticket={ticket} isBrief={density === "compact"} />
        </span>
      )}
      {assignee === undefined ? undefined : (
        <span title={memberName(assignee)} className="flex">
          <Avatar name={memberName(assignee)} size={20} />
          <span className="sr-only">assigned to {memberName(assignee)}</span>
        </span>
      )}
    </span>
  )
}
