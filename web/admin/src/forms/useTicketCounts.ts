import { type QueryKey, useQuery } from "@tanstack/react-query"
import { numberOf } from "../ui/numberOf.ts"

type Counts = Readonly<Record<string, { readonly ticketCount: number }>>

/** The number of tickets with each of a brand's records. */
export interface TicketCounts {
  /** The count for a record's id; `undefined` while unknown. */
  readonly countOf: (id: string) => number | undefined
  /** Why the counts are unknown. */
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
