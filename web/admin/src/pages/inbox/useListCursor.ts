import type { Ticket } from "@trunkline/sdk"
import { useState } from "react"

/** The position and selection in a list. */
export interface ListCursor {
  /** The row that keys act on; -1 if there is none. */
  readonly index: number
  readonly selected: ReadonlySet<string>
  readonly move: (step: number) => void
  readonly goTo: (index: number) => void
  /** Toggles the selection of a row, by default the one that keys act on. */
  readonly toggle: (index?: number) => void
  /** Moves, and selects the rows that it passes. */
  readonly extend: (step: number) => void
  readonly extendTo: (index: number) => void
  readonly selectAll: () => void
  readonly clear: () => void
}

interface Place {
  readonly list: string
  readonly id: string | undefined
  readonly index: number
}

/**
 * A cursor that follows a ticket by its id. If the ticket leaves the list, the row that takes its place comes next. `list`
 * identifies the list: the cursor starts anew in another one.
 */
export const useListCursor = (list: string, tickets: ReadonlyArray<Ticket>): ListCursor => {
  const nowhere: Place = { list, id: undefined, index: -1 }
  const [known, setKnown] = useState(nowhere)
  const at = known.list === list ? known : nowhere
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const found = at.id === undefined ? -1 : tickets.findIndex(({ id }) => id === at.id)
  const index = found >= 0 ? found : Math.min(at.index, tickets.length - 1)
  const listed = new Set(tickets.map(({ id }) => id))
  const selected = new Set([...selection].filter((id) => listed.has(id)))

  const clamp = (to: number) => Math.max(0, Math.min(to, tickets.length - 1))
  const goTo = (to: number) => setKnown({ list, id: tickets[to]?.id, index: to })
  const add = (from: number, to: number) => {
    const ids = tickets.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id)
    setSelection(new Set([...selected, ...ids]))
  }

  return {
    index,
    selected,
    goTo,
    move: (step) => goTo(clamp(index + step)),
    toggle: (which = index) => {
      const id = tickets[which]?.id
      if (id === undefined) return
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      setSelection(next)
      goTo(which)
    },
    extend: (step) => {
      const from = clamp(index)
      add(from, clamp(from + step))
      goTo(clamp(from + step))
    },
    extendTo: (to) => {
      add(clamp(index), to)
      goTo(to)
    },
    selectAll: () => setSelection(listed),
    clear: () => setSelection(new Set())
  }
}
