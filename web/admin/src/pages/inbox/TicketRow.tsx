import type { Member, Ticket } from "@trunkline/sdk"
import { memberName } from "../../data/brands.ts"
import { StatusBadge } from "../../tickets/StatusBadge.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Dot } from "../../ui/Dot.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Time } from "../../ui/Time.tsx"

interface Props {
  readonly ticket: Ticket
  readonly assignee: Member | undefined
  readonly isSelected: boolean
  readonly onToggle: () => void
}

/** Characters of the text that a row can show, and then some. */
const snippet = 140

/** A ticket in two lines: what it is about, and whose it is. */
export function TicketRow({ ticket, assignee, isSelected, onToggle }: Props) {
  const { body = "", commentCount, customerEmail, customerName, priority, publicId, tags, title, updatedAt } = ticket
  return (
    <div className="flex h-full items-start gap-2 px-2 py-2">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key x does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the row itself tells that it is selected */}
      <span
        onClick={(event) => {
          event.stopPropagation()
          onToggle()
        }}
        className={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded border ${isSelected ? "border-accent bg-accent text-on-accent" : "border-edge"}`}
      >
        {isSelected ? <Icon name="check" /> : undefined}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium text-ink">{title}</span>
          <span className="shrink-0 text-xs text-soft">
            <Time at={updatedAt} />
          </span>
        </div>
        <div className="flex items-center gap-2 text-sm text-soft">
          <span className="min-w-0 flex-1 truncate">
            {customerName ?? customerEmail}
            {body === "" ? "" : ` · ${body.slice(0, snippet)}`}
          </span>
          {priority === "urgent" || priority === "high" ? (
            <span className={priority === "urgent" ? "font-semibold text-bad" : "text-warn"}>{priority}</span>
          ) : undefined}
        </div>
        <div className="flex items-center gap-2 text-xs text-soft">
          <StatusBadge ticket={ticket} />
          <span>{publicId}</span>
          {tags.slice(0, 2).map(({ id, name, color }) => (
            <span key={id} className="inline-flex min-w-0 items-center gap-1 truncate">
              <Dot color={color} />
              {name}
            </span>
          ))}
          <span className="flex-1" />
          {commentCount === 0 ? undefined : (
            <span className="inline-flex items-center gap-0.5">
              <Icon name="chat" className="size-3" />
              {commentCount}
              <span className="sr-only"> comments</span>
            </span>
          )}
          {assignee === undefined ? undefined : (
            <>
              <Avatar name={memberName(assignee)} size={20} />
              <span className="sr-only">assigned to {memberName(assignee)}</span>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
