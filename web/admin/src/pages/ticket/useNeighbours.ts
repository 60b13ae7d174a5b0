import { useNavigate, useRouterState } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { useEffect, useRef } from "react"
import { useBrands } from "../../data/brands.ts"
import { useTicketList } from "../../data/tickets.ts"
import { type InboxSearch, ticketQueryOf } from "../../data/views.ts"

declare module "@tanstack/history" {
  interface HistoryState {
    /** The list from which the ticket's own page was opened. */
    readonly list?: InboxSearch | undefined
  }
}

/**
 * Returns a function that goes to the next or previous ticket of the list from which this one was opened, or `undefined` if it
 * was not opened from a list.
 */
export const useNeighbours = (slug: string, number: string) => {
  const list = useRouterState({ select: ({ location }) => location.state.list })
  const brands = useBrands().data ?? []
  const navigate = useNavigate()
  const { data, fetchNextPage, hasNextPage, refetch } = useTicketList(
    ticketQueryOf(list ?? {}, brands),
    list !== undefined
  )
  const slugOf = ({ brandId }: Ticket) => brands.find(({ id }) => id === brandId)?.slug
  const isThis = (ticket: Ticket) => String(ticket.ticketNumber) === number && slugOf(ticket) === slug
  const tickets = ticketsOf(data)
  const at = tickets.findIndex(isThis)
  /** The ticket's last position: an act may remove it from the list, and the next one then takes its place. */
  const last = useRef(0)
  useEffect(() => {
    if (at >= 0) last.current = at
    if (hasNextPage && at === tickets.length - 1) void fetchNextPage()
  }, [at, fetchNextPage, hasNextPage, tickets.length])

  const goBy = async (step: 1 | -1) => {
    // The list may still be loading.
    const all = data === undefined ? ticketsOf((await refetch({ cancelRefetch: false })).data) : tickets
    const from = all.findIndex(isThis)
    const next = all[from >= 0 ? from + step : last.current + Math.min(step, 0)]
    const brand = next && slugOf(next)
    if (next === undefined || brand === undefined) return
    const params = { brand, number: String(next.ticketNumber) }
    await navigate({ to: "/b/$brand/t/$number", params, replace: true, state: { list } })
  }
  return list === undefined ? undefined : goBy
}

const ticketsOf = (list: ReturnType<typeof useTicketList>["data"]): ReadonlyArray<Ticket> =>
  list?.pages.flatMap(({ data }) => data) ?? []
