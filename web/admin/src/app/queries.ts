import { type Query, QueryClient } from "@tanstack/react-query"

/** Milliseconds for which a list or ticket counts as fresh; events report changes sooner. */
const staleTime = 60_000
/** Milliseconds for which unused results are kept: as long as the copy on disk is useful. */
export const keepFor = 24 * 60 * 60 * 1000

/** The cache of everything read from the API. It retries nothing, since the API client already does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime, gcTime: keepFor, retry: false, refetchOnWindowFocus: false, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" }
  }
})

/** Polls at an interval, except for a query that has only an error: each attempt would hide the error and show it again. */
export const pollEvery = (milliseconds: number) => (query: Pick<Query, "state">) =>
  query.state.status === "error" && query.state.data === undefined ? false : milliseconds

/** Query keys. Whatever belongs to one ticket has the ticket's id second. */
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
