import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery
} from "@tanstack/react-query"
import type { Ticket, TicketsListAcrossQuery } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { whenOver } from "./inTurn.ts"

/** One page of a list, with only what can be stored on disk. */
export interface TicketPage {
  readonly data: ReadonlyArray<Ticket>
  readonly nextCursor: string | null
}
/** The page parameter is the cursor; the first page has "", since `undefined` cannot be stored on disk. */
type TicketPages = InfiniteData<TicketPage, string>

/** Milliseconds before failed counts are read again: nothing on the page shows that they are missing. */
const countsAgain = 30_000

/** The number of tickets of each kind. */
export const useTicketStats = () =>
  useQuery({
    queryKey: keys.stats,
    queryFn: () => client.tickets.stats(),
    refetchInterval: ({ state }) => (state.status === "error" ? countsAgain : false)
  })

/** A list of tickets, page by page. Read only when `isWanted`. */
export const useTicketList = (query: TicketsListAcrossQuery, isWanted = true) =>
  useInfiniteQuery({
    queryKey: [...keys.tickets, query],
    queryFn: async ({ pageParam, signal }): Promise<TicketPage> => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam }
      const { data, nextCursor } = await client.tickets.listAcross({ ...query, ...cursor }, { signal })
      return { data, nextCursor }
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: isWanted
  })

/**
 * A ticket, shown at once if a list already has it. A pending act on it is already shown, so the ticket is read after that act.
 */
export const useTicket = (queryClient: QueryClient, brandId: string, ticketId: string) =>
  useQuery({
    queryKey: keys.ticket(ticketId),
    queryFn: async ({ signal }) => {
      await whenOver(ticketId)
      return client.tickets.get(brandId, ticketId, { deleted: "include" }, { signal })
    },
    initialData: () => listed(queryClient, ({ id }) => id === ticketId),
    initialDataUpdatedAt: 0
  })

/** The id of the ticket with this number. It is found even if the brand's prefix has changed since it was read here. */
export const useTicketByNumber = (
  queryClient: QueryClient,
  brand: { id: string; ticketPrefix: string },
  number: string
) => {
  const isIt = ({ brandId, ticketNumber }: Ticket) => brandId === brand.id && String(ticketNumber) === number
  return useQuery({
    queryKey: keys.ticketByNumber(brand.id, number),
    queryFn: async ({ signal }) => {
      const everything = { isSpam: "all", deleted: "include", merged: "include", limit: 25 } as const
      const found = await client.tickets.list(
        brand.id,
        { ...everything, search: `${brand.ticketPrefix}-${number}` },
        { signal }
      )
      return found.data.find(isIt)?.id ?? null
    },
    initialData: (): string | null | undefined => listed(queryClient, isIt)?.id,
    staleTime: Number.POSITIVE_INFINITY
  })
}

/** Finds a ticket in the lists that were read; if they differ, its latest version. */
const listed = (queryClient: QueryClient, isIt: (ticket: Ticket) => boolean): Ticket | undefined =>
  queryClient
    .getQueriesData<TicketPages>({ queryKey: keys.tickets })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data.filter(isIt)) ?? [])
    .reduce<Ticket | undefined>(
      (latest, one) => (latest === undefined || one.version > latest.version ? one : latest),
      undefined
    )

/** Changes tickets in every list and record that was read. */
export const patchTickets = (queryClient: QueryClient, ids: ReadonlySet<string>, patch: (ticket: Ticket) => Ticket) => {
  queryClient.setQueriesData<TicketPages>({ queryKey: keys.tickets }, (list) => {
    // Whatever is set counts as just read.
    if (!list?.pages.some(({ data }) => data.some(({ id }) => ids.has(id)))) return undefined
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.map((ticket) => (ids.has(ticket.id) ? patch(ticket) : ticket))
    }))
    return { ...list, pages }
  })
  for (const id of ids) queryClient.setQueryData<Ticket>(keys.ticket(id), (ticket) => ticket && patch(ticket))
}

/** A property of a ticket without a change that the API has not confirmed yet, and with it. */
interface Expected {
  readonly name: keyof Ticket
  before: unknown
  readonly after: unknown
}
/** The unconfirmed changes of each ticket, one map per act, oldest first. */
const expected = new Set<ReadonlyMap<string, ReadonlyArray<Expected>>>()

/**
 * Shows tickets as they will be if the API accepts the change. The returned function must be called with the ids that failed
 * once the API has answered. It reverts those, except for properties that something else has changed since.
 */
export const expectTickets = (
  queryClient: QueryClient,
  tickets: ReadonlyArray<Ticket>,
  change: (ticket: Ticket) => Ticket
) => {
  const changed = new Map(tickets.map((before) => [before.id, changesOf(before, change(before))]))
  expected.add(changed)
  patchTickets(queryClient, new Set(changed.keys()), (ticket) =>
    Object.assign({}, ticket, ...(changed.get(ticket.id) ?? []).map(({ name, after }) => ({ [name]: after })))
  )
  return (failed: ReadonlySet<string>) => {
    expected.delete(changed)
    const lasting = ([id, changes]: readonly [string, ReadonlyArray<Expected>]) => {
      const later = [...expected].flatMap((other) => other.get(id) ?? [])
      const isLast = ({ before, name }: Expected) => {
        const next = later.find((one) => one.name === name)
        // The later change was based on a value that never came to be.
        if (next) next.before = before
        return !next
      }
      return [id, changes.filter(isLast)] as const
    }
    const last = new Map([...changed].filter(([id]) => failed.has(id)).map(lasting))
    patchTickets(queryClient, failed, (ticket) => {
      const ours = last.get(ticket.id)?.filter(({ name, after }) => isSame(ticket[name], after)) ?? []
      return Object.assign({}, ticket, ...ours.map(({ name, before }) => ({ [name]: before })))
    })
  }
}

const changesOf = (before: Ticket, after: Ticket): ReadonlyArray<Expected> =>
  (Object.keys({ ...before, ...after }) as Array<keyof Ticket>).flatMap((name) =>
    before[name] === after[name] ? [] : [{ name, before: before[name], after: after[name] }]
  )

/** Compares by value, since the cache holds copies. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
