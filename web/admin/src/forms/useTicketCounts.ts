import { type QueryKey, useQuery } from "@tanstack/react-query"
import { numberOf } from "../ui/numberOf.ts"

type Counts = Readonly<Record<string, { readonly ticketCount: number }>>

/** How many tickets have each of a brand's records. */
export interface TicketCounts {
  /** By the record's id; undefined while that is not known. */
  readonly countOf: (id: string) => number | undefined
  /** Why it is not known. */
  readonly error: Error | null
  readonly readAgain: () => void
}

export const useTicketCounts = (records: QueryKey, read: () => Promise<Counts>): TicketCounts => {
  const { data, error, refetch } = useQuery({ queryKey: [...records, "stats"], queryFn: read })
  return {
    countOf: (id) => (error === null && data ? (data[id]?.ticketCount ?? 0) : undefined),
    error,
    readAgain: () => void refetch()
  }
}

/** A number of tickets in words. */
export const ticketsOf = (count: number | undefined): string =>
  count === undefined ? "… tickets" : numberOf(count, "ticket")
