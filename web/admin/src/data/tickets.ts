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

/** One page of a list, without what cannot be kept on disk. */
export interface TicketPage {
  readonly data: ReadonlyArray<Ticket>
  readonly nextCursor: string | null
}
/** The cursor of a page; the first has none, which is no text, since on disk there is no undefined. */
type TicketPages = InfiniteData<TicketPage, string>

/** Milliseconds before counts that did not come are asked for again: nothing on the page says that they are missing. */
const countsAgain = 30_000

/** How many tickets there are of which kind. */
export const useTicketStats = () =>
  useQuery({
    queryKey: keys.stats,
    queryFn: () => client.tickets.stats(),
    refetchInterval: ({ state }) => (state.status === "error" ? countsAgain : false)
  })

/** A list of tickets, page by page; read once somebody wants it. */
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

/** A ticket, at once when a list has it already. What is being done to it is shown already: it is read when that is over. */
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

/** The ticket that a brand calls by this number. It is found though the brand has another prefix by now than is known here. */
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

/** A ticket of any list that was read; where lists differ, as the latest has it. */
const listed = (queryClient: QueryClient, isIt: (ticket: Ticket) => boolean): Ticket | undefined =>
  queryClient
    .getQueriesData<TicketPages>({ queryKey: keys.tickets })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data.filter(isIt)) ?? [])
    .reduce<Ticket | undefined>(
      (latest, one) => (latest === undefined || one.version > latest.version ? one : latest),
      undefined
    )

/** Changes tickets wherever they were read. */
export const patchTickets = (queryClient: QueryClient, ids: ReadonlySet<string>, patch: (ticket: Ticket) => Ticket) => {
  queryClient.setQueriesData<TicketPages>({ queryKey: keys.tickets }, (list) => {
    // Whatever is put there counts as read just now.
    if (!list?.pages.some(({ data }) => data.some(({ id }) => ids.has(id)))) return undefined
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.map((ticket) => (ids.has(ticket.id) ? patch(ticket) : ticket))
    }))
    return { ...list, pages }
  })
  for (const id of ids) queryClient.setQueryData<Ticket>(keys.ticket(id), (ticket) => ticket && patch(ticket))
}

/** A member of a ticket as it is without what the API has not agreed to yet, and with it. */
interface Expected {
  readonly name: keyof Ticket
  before: unknown
  readonly after: unknown
}
/** Of each ticket what the API has not agreed to yet, one map for each thing that is done, the first first. */
const expected = new Set<ReadonlyMap<string, ReadonlyArray<Expected>>>()

/**
 * Shows tickets as they will be, if the API agrees. Gives back what has to be called with those of which it did not, once it
 * has answered: that is taken from them, where nothing else has changed the same member since.
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
        // It was changed again from what it has never been.
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

/** The cache keeps copies. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
