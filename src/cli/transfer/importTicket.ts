import { openAsBlob } from "node:fs"
import {
  ApiError,
  type Attachment,
  type Comment,
  type CommentCreate,
  type Ticket,
  type TicketCreate,
  type Trunkline
} from "../../../sdk/src/index.ts"
import { isSeen, wordless } from "../../domain/isSeen.ts"
import { given } from "./given.ts"
import { importNobody, type Places } from "./importCustomer.ts"
import { isThere } from "./isThere.ts"
import { once } from "./once.ts"

export interface ExportedFile extends Attachment {
  /** Path of its bytes. */
  readonly content: string
}

/** The minimum that a line contains; other help desks may export nothing more. */
type Least<A, Known extends keyof A> = Pick<A, Known> & Partial<A>
export type TicketLine = Least<Ticket, "id" | "title" | "createdAt">
export type CommentLine = Least<Comment, "id" | "body" | "createdAt">

/** An exported ticket with its comments and files. */
export interface ImportedTicket {
  readonly ticket: TicketLine
  readonly comments: Array<CommentLine>
  readonly files: Array<ExportedFile>
}

/**
 * Creates an exported ticket in a brand unless it exists. Returns `undefined` if it is already complete. It is found again
 * by its former id, which becomes its `sourceId`, as with each comment; `metadata.imported` describes the original.
 */
export const placeTicket = async (
  client: Trunkline,
  brandId: string,
  ticket: TicketLine,
  places: Places
): Promise<Ticket | undefined> => {
  if (ticket.brandId === brandId && (await isThere(client.tickets.get(brandId, ticket.id, { deleted: "include" }))))
    return undefined
  const known = { sourceId: ticket.id, isSpam: "all", deleted: "include", merged: "include" } as const
  const before = (await client.tickets.list(brandId, { ...known, limit: 1 })).data[0]
  if (before === undefined) return makeTicket(client, brandId, ticket, places)
  return isComplete(before) ? undefined : before
}

/** Adds what a ticket still lacks of its export. */
export const completeTicket = async (
  client: Trunkline,
  brandId: string,
  { comments, files, ticket }: ImportedTicket,
  made: Ticket
): Promise<void> => {
  await client.tickets.update(brandId, made.id, { isSpam: true })
  const placed = await addComments(client, brandId, made, comments)
  await addFiles(client, brandId, made.id, files, placed)
  const { closeReason, isSpam = false, priority, status } = ticket
  await client.tickets.update(brandId, made.id, {
    isSpam,
    metadata: { ...ticket.metadata, imported: { ...origin(ticket), complete: true } },
    ...given({ status, priority, closeReason })
  })
}

const makeTicket = async (client: Trunkline, brandId: string, ticket: TicketLine, places: Places): Promise<Ticket> => {
  const { body, categoryId, createdBy, customerEmail, customerId, customerName, customFields } = ticket
  const { dueAt, links, source, sourceData, tags = [], title } = ticket
  // Also customers that no list shows any more, because they were deleted or erased.
  const nobody = customerEmail?.endsWith(".invalid")
    ? await importNobody(client, brandId, { id: customerId ?? customerEmail, ...given({ name: customerName }) }, places)
    : undefined
  return client.tickets.create(
    brandId,
    {
      title,
      ...(nobody === undefined ? given({ customerEmail, customerName }) : { customerId: nobody }),
      sourceId: ticket.id,
      tags: tags.map(({ name }) => name),
      metadata: { ...ticket.metadata, imported: origin(ticket) },
      imported: { createdAt: ticket.createdAt },
      ...given({
        source,
        body,
        customFields,
        createdBy,
        dueAt,
        links,
        sourceData,
        categoryId: places.categories.get(categoryId ?? "")
      })
      // The API refuses a ticket without a customer.
    } as TicketCreate,
    once(ticket.id)
  )
}

/** The original of the ticket. */
const origin = ({ createdAt, id, publicId, sourceId }: TicketLine) => ({
  id,
  createdAt,
  ...given({ publicId, sourceId })
})

const isComplete = ({ metadata }: Ticket): boolean => {
  const imported = metadata?.["imported"]
  return typeof imported === "object" && imported !== null && "complete" in imported && imported.complete === true
}

/** Adds missing comments. Returns the id of each comment by its former id. */
const addComments = async (
  client: Trunkline,
  brandId: string,
  { commentCount, id: ticketId }: Ticket,
  comments: ReadonlyArray<CommentLine>
): Promise<ReadonlyMap<string, string>> => {
  const placed = new Map<string, string>()
  for (const { id, sourceId } of commentCount === 0 ? [] : await client.comments.list(brandId, ticketId))
    if (sourceId !== undefined) placed.set(sourceId, id)
  for (const comment of comments) {
    if (placed.has(comment.id)) continue
    const { authorId, authorName, authorType, body, createdAt, links, metadata, parentId, source, visibility } = comment
    const making = client.comments.create(
      brandId,
      ticketId,
      {
        // The API refuses comments without visible text.
        body: isSeen(body) ? body : wordless,
        authorId: authorId ?? comment.id,
        sourceId: comment.id,
        metadata: { ...metadata, imported: { id: comment.id, createdAt } },
        imported: { createdAt },
        ...given({ authorName, authorType, links, source, visibility, parentId: placed.get(parentId ?? "") })
        // The API refuses a source that it does not know.
      } as CommentCreate,
      once(comment.id)
    )
    const made = await making.catch(refusedAs(`comment ${comment.id}`))
    placed.set(comment.id, made.id)
  }
  return placed
}

/**
 * Adds files of the ticket and its comments, unless it has the same bytes under the same name. Skips empty files, which
 * emails may contain, since the API refuses them.
 */
const addFiles = async (
  client: Trunkline,
  brandId: string,
  ticketId: string,
  files: ReadonlyArray<ExportedFile>,
  placed: ReadonlyMap<string, string>
) => {
  if (files.length === 0) return
  const there = new Set((await client.attachments.list(brandId, ticketId)).map(signature))
  for (const { content, contentType, filename, id, sha256, size, ...file } of files) {
    const commentId = file.commentId === undefined ? undefined : placed.get(file.commentId)
    const isPlaced = file.commentId === undefined || commentId !== undefined
    if (size === 0 || !isPlaced || there.has(signature({ commentId, filename, sha256, size }))) continue
    const bytes = await openAsBlob(content, { type: contentType })
    await client.attachments
      .send(brandId, { ticketId, commentId, filename, contentType, content: bytes })
      .catch(refusedAs(`attachment ${id}`))
  }
}

/** Makes a refusal name the line that it is about: a ticket has many. */
const refusedAs =
  (line: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError ? Object.assign(error, { message: `${line}: ${error.message}` }) : error
  }

interface Known {
  readonly commentId?: string | undefined
  readonly filename: string
  readonly sha256?: string | undefined
  readonly size: number
}

const signature = ({ commentId = "", filename, sha256, size }: Known) => `${commentId} ${sha256} ${size} ${filename}`
