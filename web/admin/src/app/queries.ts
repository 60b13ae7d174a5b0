import { type Query, QueryClient } from "@tanstack/react-query"

/** Milliseconds for which a list or ticket is shown as it is; events say earlier when it has changed. */
const staleTime = 60_000
/** Milliseconds for which what nobody looks at is kept: as long as the copy on disk is of use. */
export const keepFor = 24 * 60 * 60 * 1000

/** What has been read from the API. The client itself tries again what did not come through. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime, gcTime: keepFor, retry: false, refetchOnWindowFocus: false, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" }
  }
})

/**
 * Reads again every so many milliseconds. What could not be read at all is not: each reading would take the error away,
 * and put it back.
 */
export const pollEvery = (milliseconds: number) => (query: Pick<Query, "state">) =>
  query.state.status === "error" && query.state.data === undefined ? false : milliseconds

/** Keys under which things are kept. Whatever belongs to one ticket has its id second. */
export const keys = {
  session: ["session"],
  tickets: ["tickets"],
  /** Tickets of a customer or company. */
  ticketsOf: (id: string) => ["ticketsOf", id],
  ticket: (ticketId: string) => ["ticket", ticketId],
  ticketByNumber: (brandId: string, number: string) => ["ticketByNumber", brandId, number],
  comments: (ticketId: string) => ["comments", ticketId],
  history: (ticketId: string) => ["history", ticketId],
  inbound: (ticketId: string) => ["inbound", ticketId],
  files: (ticketId: string) => ["files", ticketId],
  replyWay: (ticketId: string) => ["replyWay", ticketId],
  presence: (ticketId: string) => ["presence", ticketId],
  watchers: (ticketId: string) => ["watchers", ticketId],
  stats: ["stats"],
  brands: ["brands"],
  members: ["members"],
  statuses: (brandId: string) => ["statuses", brandId],
  tags: (brandId: string) => ["tags", brandId],
  categories: (brandId: string) => ["categories", brandId],
  fields: (brandId: string) => ["fields", brandId],
  customers: ["customers"],
  customer: (customerId: string) => ["customer", customerId],
  companies: ["companies"],
  company: (companyId: string) => ["company", companyId],
  search: ["search"]
} as const
