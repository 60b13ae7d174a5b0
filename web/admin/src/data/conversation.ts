import { type QueryClient, useQuery } from "@tanstack/react-query"
import type { Comment, Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys, pollEvery } from "../app/queries.ts"

/** The lowest version that a ticket can have had when its comments were read. */
const versions = new Map<string, number>()
export const versionOfComments = (ticketId: string) => versions.get(ticketId)
export const noteVersion = (ticketId: string, version: number) =>
  versions.set(ticketId, Math.max(version, versions.get(ticketId) ?? 0))

/** Milliseconds for which unused data of a ticket is kept if it may be long and is not stored on disk. */
const keepLong = 5 * 60_000

/**
 * Milliseconds within which a message is suppressed if nothing can send it, even if it is held back for as long as possible
 * first.
 */
const keptWithin = 2 * 60_000
/** No event reports that. Recently queued messages are polled; those that wait longer are left to events. */
const sendingAgain = pollEvery(5_000)
const mayBeKept = ({ deliveries = [] }: Comment) =>
  deliveries.some(({ status, updatedAt }) => status === "queued" && Date.now() - Date.parse(updatedAt) < keptWithin)

/** The messages and notes of a ticket, oldest first. Not read while the ticket is in the trash. */
export const useComments = (ticket: Ticket) =>
  useQuery({
    queryKey: keys.comments(ticket.id),
    queryFn: ({ signal }) => readComments(ticket, signal),
    refetchInterval: (query) => (query.state.data?.some(mayBeKept) ? sendingAgain(query) : false),
    enabled: ticket.deletedAt === undefined
  })

/** Reads the comments once. They include everything said up to the given version of the ticket. */
export const readComments = async ({ brandId, id, version }: Ticket, signal?: AbortSignal) => {
  const comments = await client.comments.list(brandId, id, {}, { signal })
  noteVersion(id, version)
  return comments
}

/** The history of a ticket, oldest first. Read only when `wanted`. */
export const useHistory = (brandId: string, ticketId: string, wanted: boolean) =>
  useQuery({
    queryKey: keys.history(ticketId),
    queryFn: ({ signal }) => client.logs.ofTicket(brandId, ticketId, { signal }),
    gcTime: keepLong,
    enabled: wanted
  })

/** All files of a ticket, on its comments or not. */
export const useFiles = ({ brandId, deletedAt, id }: Ticket) =>
  useQuery({
    queryKey: keys.files(id),
    queryFn: ({ signal }) => client.attachments.list(brandId, id, { signal }),
    enabled: deletedAt === undefined
  })

/** The messages that came in from outside, newest first. Read only when `wanted`. */
export const useInbound = (brandId: string, ticketId: string, wanted: boolean) =>
  useQuery({
    queryKey: keys.inbound(ticketId),
    queryFn: async ({ signal }) => (await client.inbound.list(brandId, { ticketId, limit: 100 }, { signal })).data,
    gcTime: keepLong,
    enabled: wanted
  })

/** Adds a comment that the API has accepted to those already read. */
export const addComment = (queryClient: QueryClient, comment: Comment) =>
  queryClient.setQueryData<Array<Comment>>(keys.comments(comment.ticketId), (comments) =>
    comments === undefined || comments.some(({ id }) => id === comment.id) ? comments : [...comments, comment]
  )
