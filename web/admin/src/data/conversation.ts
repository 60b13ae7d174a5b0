import { type QueryClient, useQuery } from "@tanstack/react-query"
import type { Comment, Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys, pollEvery } from "../app/queries.ts"

/** The version that a ticket had, at the least, when its comments were read. */
const versions = new Map<string, number>()
export const versionOfComments = (ticketId: string) => versions.get(ticketId)
export const noteVersion = (ticketId: string, version: number) =>
  versions.set(ticketId, Math.max(version, versions.get(ticketId) ?? 0))

/** Milliseconds for which what is not kept on disk, and may be long, is kept of a ticket that nobody looks at. */
const keepLong = 5 * 60_000

/** Milliseconds until a message is kept at the latest where nothing can send it, held back as long as it may be before that. */
const keptWithin = 2 * 60_000
/** No event tells of that: what has just been queued is looked at again, and what waits for longer is left to events. */
const sendingAgain = pollEvery(5_000)
const mayBeKept = ({ deliveries = [] }: Comment) =>
  deliveries.some(({ status, updatedAt }) => status === "queued" && Date.now() - Date.parse(updatedAt) < keptWithin)

/** The messages and notes of a ticket, oldest first. What is in the trash is not read until it is restored. */
export const useComments = (ticket: Ticket) =>
  useQuery({
    queryKey: keys.comments(ticket.id),
    queryFn: ({ signal }) => readComments(ticket, signal),
    refetchInterval: (query) => (query.state.data?.some(mayBeKept) ? sendingAgain(query) : false),
    enabled: ticket.deletedAt === undefined
  })

/** The same, once: what is said up to this version of the ticket is among them. */
export const readComments = async ({ brandId, id, version }: Ticket, signal?: AbortSignal) => {
  const comments = await client.comments.list(brandId, id, {}, { signal })
  noteVersion(id, version)
  return comments
}

/** What happened to a ticket, oldest first; read when somebody wants to know. */
export const useHistory = (brandId: string, ticketId: string, wanted: boolean) =>
  useQuery({
    queryKey: keys.history(ticketId),
    queryFn: ({ signal }) => client.logs.ofTicket(brandId, ticketId, { signal }),
    gcTime: keepLong,
    enabled: wanted
  })

/** Files of a ticket that belong to none of its comments, or to any. */
export const useFiles = ({ brandId, deletedAt, id }: Ticket) =>
  useQuery({
    queryKey: keys.files(id),
    queryFn: ({ signal }) => client.attachments.list(brandId, id, { signal }),
    enabled: deletedAt === undefined
  })

/** Messages as they came in from outside, newest first; read when somebody wants to know. */
export const useInbound = (brandId: string, ticketId: string, wanted: boolean) =>
  useQuery({
    queryKey: keys.inbound(ticketId),
    queryFn: async ({ signal }) => (await client.inbound.list(brandId, { ticketId, limit: 100 }, { signal })).data,
    gcTime: keepLong,
    enabled: wanted
  })

/** Puts a comment that the API has taken among those that were read. */
export const addComment = (queryClient: QueryClient, comment: Comment) =>
  queryClient.setQueryData<Array<Comment>>(keys.comments(comment.ticketId), (comments) =>
    comments === undefined || comments.some(({ id }) => id === comment.id) ? comments : [...comments, comment]
  )
