import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import type { Ticket } from "@trunkline/sdk"
import { Suspense, useCallback, useEffect, useRef } from "react"
import { keyed, useCommands } from "../../app/commands.ts"
import { lazyPart } from "../../app/lazyPart.tsx"
import { usePaneWidth } from "../../app/usePaneWidth.ts"
import { useBrands } from "../../data/brands.ts"
import { useTicketList } from "../../data/tickets.ts"
import { type InboxSearch, ticketQueryOf, viewOf, views } from "../../data/views.ts"
import { useTicketCommands } from "../../tickets/useTicketCommands.ts"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import { useTitle } from "../../ui/Page.tsx"
import { PaneHandle } from "../../ui/PaneHandle.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { InboxHeader } from "./InboxHeader.tsx"
import { OpenTicket } from "./OpenTicket.tsx"
import { useDensity } from "./rowDensity.ts"
import { TicketList } from "./TicketList.tsx"
import { useListCursor } from "./useListCursor.ts"

const BulkBar = lazyPart(() => import("./BulkBar.tsx"))
const InboxEmpty = lazyPart(() => import("./InboxEmpty.tsx"))
const loading = <Skeleton lines={9} />

/** The desk: a list of tickets, with the open one beside it. */
export default function InboxPage() {
  const search = useSearch({ strict: false }) as InboxSearch
  const navigate = useNavigate()
  const { data: brands = [], data: knownBrands, isFetching: readsBrands } = useBrands()
  const query = ticketQueryOf(search, brands)
  // The brand in the address may not have been read yet.
  const isKnown = search.brand === undefined || brands.some(({ slug }) => slug === search.brand)
  const list = useTicketList(query, isKnown || !readsBrands)
  // The address of an open ticket names its brand. Until the brands are known, no ticket could be opened, so none is listed or
  // reached by keys.
  const pages = knownBrands === undefined ? undefined : list.data?.pages
  const listed = pages?.flatMap(({ data }) => data) ?? []
  // Until another list arrives, the previous one is shown; keys do not act on it.
  const isComing = list.isPlaceholderData
  const tickets = isComing ? [] : listed
  const cursor = useListCursor(JSON.stringify(query), tickets)
  const [density, changeDensity] = useDensity()
  const width = usePaneWidth("list", 384, 280, 720)
  const listbox = useRef<{ readonly focus: () => void }>(null)
  const selected = tickets.filter(({ id }) => cursor.selected.has(id))
  const marked = tickets[cursor.index]
  const openTicket = openOf(search, tickets, brands)
  useTitle(views[viewOf(search)].title)
  const isOpen = search.open !== undefined
  const isSelecting = selected.length > 0
  useEffect(() => {
    // The focused button went away with the bar.
    if (isSelecting) return () => void (document.activeElement === document.body && listbox.current?.focus())
  }, [isSelecting])

  const open = (ticket: Ticket | undefined) => {
    const slug = brands.find(({ id }) => id === ticket?.brandId)?.slug
    const next = ticket === undefined || slug === undefined ? undefined : `${slug}/${ticket.ticketNumber}`
    if (ticket !== undefined) cursor.goTo(tickets.indexOf(ticket))
    // The list stays the same, so its scroll position does too.
    void navigate({ to: "/inbox", search: { ...search, open: next }, replace: isOpen, resetScroll: false })
  }
  /** Opens the marked ticket beside the list or, if it is open there already, on its own page. */
  const enter = () => {
    const [brand = "", number = ""] = search.open?.split("/") ?? []
    if (marked === undefined || marked !== openTicket) return marked && open(marked)
    void navigate({ to: "/b/$brand/t/$number", params: { brand, number }, state: { list: search } })
  }
  const leave = () => {
    open(undefined)
    setTimeout(() => listbox.current?.focus())
  }
  const move = (step: number) => {
    if (tickets.length === 0) return
    const from = openTicket === undefined ? cursor.index : tickets.indexOf(openTicket)
    // The open ticket has left the list: the row in its place is the next one.
    const by = step > 0 && isOpen && openTicket === undefined ? 0 : step
    const to = Math.max(0, Math.min(from + by, tickets.length - 1))
    cursor.goTo(to)
    if (isOpen) open(tickets[to])
  }
  const { fetchNextPage } = list
  const readAgain = () => void (list.isFetchNextPageError ? fetchNextPage() : list.refetch())
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage])

  useViewCommands()
  useCommands([
    {
      id: "density",
      label: density === "compact" ? "Show two lines per ticket" : "Show one line per ticket",
      group: "List",
      run: changeDensity
    }
  ])
  useListCommands({ cursor, move, open: enter, leave, isOpen })
  // The open ticket has its own commands, even after it has left the list.
  const target = isSelecting ? selected : isOpen || marked === undefined ? [] : [marked]
  const actions = useTicketCommands(target)

  const count = pages === undefined || isComing ? "" : `${tickets.length}${list.hasNextPage ? "+" : ""}`
  return (
    <div className="flex h-full min-h-0">
      <section
        aria-label="List"
        style={{ ["--list" as string]: `${width.value}px` }}
        className={`flex h-full min-h-0 w-full min-w-0 flex-col bg-card lg:w-(--list) lg:shrink-0 ${isOpen ? "max-lg:hidden print:hidden" : ""}`}
      >
        <InboxHeader search={search} tickets={tickets} count={count} density={density} onDensity={changeDensity} />
        {list.error !== null ? (
          <div className="p-3">
            <ErrorPanel error={list.error} retry={readAgain} />
          </div>
        ) : undefined}
        {pages === undefined || (isComing && listed.length === 0) ? (
          list.error === null ? (
            loading
          ) : undefined
        ) : listed.length === 0 ? (
          <Suspense fallback={loading}>
            <InboxEmpty search={search} />
          </Suspense>
        ) : (
          <TicketList
            ref={listbox}
            tickets={listed}
            isComing={isComing}
            cursor={cursor}
            density={density}
            showsOpening={query.sort === "createdAt"}
            openId={openTicket?.id}
            hasMore={list.hasNextPage && !isComing}
            onMore={onMore}
            onOpen={open}
            onEnter={enter}
          />
        )}
        {!isSelecting ? undefined : (
          <Suspense>
            <BulkBar tickets={selected} actions={actions} onClear={cursor.clear} />
          </Suspense>
        )}
      </section>
      <PaneHandle label="Width of the list" width={width} pane="left" className="max-lg:hidden" />
      <section aria-label="Ticket" className={`h-full min-h-0 min-w-0 flex-1 ${isOpen ? "" : "max-lg:hidden"}`}>
        <OpenTicket search={search} onLeave={leave} quiet={isSelecting} />
      </section>
    </div>
  )
}

const useViewCommands = () => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const go = (view: string | undefined) => () => void navigate({ to: "/inbox", search: { view } })
  useCommands([
    {
      id: "refresh",
      label: "Refresh the list",
      group: "List",
      run: () => void queryClient.invalidateQueries()
    },
    ...(["mine", "unassigned", "all"] as const).map((view) => keyed(`view ${view}`, go(view))),
    { id: "view spam", label: "Go to spam", group: "Go to", run: go("spam") },
    { id: "view trash", label: "Go to trash", group: "Go to", run: go("trash") }
  ])
}

/** Returns the ticket that the address names, if it is in the list. */
const openOf = (
  { open }: InboxSearch,
  tickets: ReadonlyArray<Ticket>,
  brands: ReadonlyArray<{ readonly id: string; readonly slug: string }>
) => {
  const [slug, number] = open?.split("/") ?? []
  const brandId = brands.find((brand) => brand.slug === slug)?.id
  return tickets.find((ticket) => ticket.brandId === brandId && String(ticket.ticketNumber) === number)
}

interface ListCommands {
  readonly cursor: ReturnType<typeof useListCursor>
  readonly move: (step: number) => void
  readonly open: () => void
  readonly leave: () => void
  readonly isOpen: boolean
}

/** The commands for going through a list without a mouse. */
const useListCommands = ({ cursor, move, open, leave, isOpen }: ListCommands) =>
  useCommands([
    keyed("next", () => move(1)),
    keyed("previous", () => move(-1)),
    keyed("next open", () => move(1)),
    keyed("previous open", () => move(-1)),
    keyed("open", open),
    keyed("open by enter", open),
    keyed("select", () => cursor.toggle()),
    keyed("select down", () => cursor.extend(1)),
    keyed("select up", () => cursor.extend(-1)),
    keyed("select all", cursor.selectAll),
    keyed("escape", () => {
      if (cursor.selected.size > 0) cursor.clear()
      else if (isOpen) leave()
    })
  ])
