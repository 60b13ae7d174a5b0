import type { Ticket } from "@trunkline/sdk"
import { type Ref, useEffect, useImperativeHandle, useRef } from "react"
import { useMembers } from "../../data/brands.ts"
import { type Density, rowHeights } from "./rowDensity.ts"
import { TicketRow } from "./TicketRow.tsx"
import type { ListCursor } from "./useListCursor.ts"
import { useRowsInSight } from "./useRowsInSight.ts"
import { useSteadyPress } from "./useSteadyPress.ts"

/** The distance from the end, in rows, at which the next page is read. */
const ahead = 15

interface Props {
  readonly tickets: ReadonlyArray<Ticket>
  /** Another list is loading, and these tickets are not in it. */
  readonly isComing: boolean
  readonly cursor: ListCursor
  readonly density: Density
  /** Rows show when tickets were created, rather than when they last changed. */
  readonly showsOpening: boolean
  readonly openId: string | undefined
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly onOpen: (ticket: Ticket) => void
  readonly onEnter: () => void
  readonly ref: Ref<{ readonly focus: () => void }>
}

/** The list of tickets. Renders only the rows in view, and loads more pages as one scrolls. */
export function TicketList({
  tickets,
  isComing,
  cursor,
  density,
  showsOpening,
  openId,
  hasMore,
  onMore,
  onOpen,
  onEnter,
  ref
}: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const members = useMembers().data ?? []
  const rowHeight = rowHeights[density]
  const { bringIntoSight, end, isInSight, start } = useRowsInSight(scroller, tickets.length, rowHeight)
  const marked = tickets[cursor.index]
  const press = useSteadyPress()

  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }) }))
  useEffect(() => {
    if (hasMore && end > tickets.length - ahead) onMore()
  }, [hasMore, end, tickets.length, onMore])
  const markedId = marked?.id
  const known = useRef({ markedId, wasInSight: true })
  useEffect(() => {
    // Somebody who has scrolled away is not brought back when the list changes around the marked row.
    if (cursor.index >= 0 && (known.current.wasInSight || known.current.markedId !== markedId))
      bringIntoSight(cursor.index)
  }, [cursor.index, markedId, bringIntoSight])
  useEffect(() => {
    known.current = { markedId, wasInSight: isInSight(cursor.index) }
  })

  return (
    <div
      ref={scroller}
      data-scroll-restoration-id="tickets"
      role="listbox"
      aria-label="Tickets"
      aria-multiselectable="true"
      aria-busy={isComing || undefined}
      aria-activedescendant={marked === undefined ? undefined : rowId(marked)}
      tabIndex={0}
      {...press}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step !== undefined && !event.shiftKey) cursor.move(step)
        else if (step !== undefined) cursor.extend(step)
        else if (event.key === "Enter") onEnter()
        else if (event.key === " ") cursor.toggle()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      className="group min-h-0 flex-1 overflow-y-auto -outline-offset-2 aria-busy:opacity-50"
    >
      <div style={{ height: tickets.length * rowHeight, position: "relative" }}>
        {tickets.slice(start, end).map((ticket, at) => {
          const index = start + at
          const isSelected = cursor.selected.has(ticket.id)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the list
            <div
              key={ticket.id}
              id={rowId(ticket)}
              role="option"
              tabIndex={-1}
              data-marked={index === cursor.index || undefined}
              aria-current={ticket.id === openId || undefined}
              aria-selected={isSelected}
              aria-setsize={hasMore ? -1 : tickets.length}
              aria-posinset={index + 1}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) cursor.toggle(index)
                else if (event.shiftKey) cursor.extendTo(index)
                else onOpen(ticket)
              }}
              style={{ top: index * rowHeight, height: rowHeight }}
              className={`absolute inset-x-0 cursor-default border-b border-l-2 border-line ${ticket.id === openId ? "bg-chosen" : isSelected ? "bg-hover" : "hover:bg-hover"} ${index === cursor.index ? "border-l-accent group-focus-visible:bg-hover" : "border-l-transparent"}`}
            >
              <TicketRow
                ticket={ticket}
                density={density}
                showsOpening={showsOpening}
                assignee={members.find(({ id }) => id === ticket.assigneeId)}
                isSelected={isSelected}
                onToggle={() => cursor.toggle(index)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const rowId = ({ id }: Ticket) => `row-${id}`
