import { type QueryKey, useQuery } from "@tanstack/react-query"

type Counts = Readonly<Record<string, { readonly ticketCount: number }>>

/** How many tickets have each of a brand's records, by its id; undefined while that is not known. */
export const useTicketCounts = (records: QueryKey, read: () => Promise<Counts>) => {
  const { data, error } = useQuery({ queryKey: [...records, "stats"], queryFn: read })
  return (id: string): number | undefined => (error === null && data ? (data[id]?.ticketCount ?? 0) : undefined)
}

/** A number of tickets in words. */
export const ticketsOf = (count: number | undefined): string =>
  count === undefined ? "… tickets" : count === 1 ? "1 ticket" : `${count} tickets`
