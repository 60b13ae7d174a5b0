import { openAsBlob } from "node:fs"
import type { Attachment, Comment, Ticket, Trunkline } from "../../../sdk/src/index.ts"
import { given } from "./given.ts"

export interface ExportedFile extends Attachment {
  /** Path of its bytes. */
  readonly content: string
}

/** A ticket of an export with what followed it. */
export interface ImportedTicket {
  readonly ticket: Ticket
  readonly comments: Array<Comment>
  readonly files: Array<ExportedFile>
}

interface Places {
  readonly categories: ReadonlyMap<string, string>
}

/**
 * Makes a ticket of an export in a brand, or what it still lacks; whether it lacked anything. It is found again by its
 * old id, which becomes its `sourceId`, as that of each comment does; `metadata.imported` tells what it was.
 */
export const importTicket = async (
  client: Trunkline,
  brandId: string,
  { comments, files, ticket }: ImportedTicket,
  places: Places
): Promise<boolean> => {
  const known = { sourceId: ticket.id, isSpam: "all", deleted: "include", merged: "include" } as const
  const before = (await client.tickets.list(brandId, { ...known, limit: 1 })).data[0]
  if (before !== undefined && isComplete(before)) return false
  const made = before ?? (await client.tickets.create(brandId, newTicket(ticket, places), once(ticket.id)))
  await client.tickets.update(brandId, made.id, { isSpam: true })
  await addFiles(
    client,
    brandId,
    made.id,
    files.filter(({ commentId }) => commentId === undefined)
  )
  await addComments(client, brandId, made.id, comments, files)
  const { closeReason, isSpam, priority, status } = ticket
  await client.tickets.update(brandId, made.id, {
    status,
    priority,
    isSpam,
    metadata: { ...ticket.metadata, imported: { ...origin(ticket), complete: true } },
    ...given({ closeReason })
  })
  return true
}

const newTicket = (ticket: Ticket, { categories }: Places) => {
  const { body, categoryId, createdBy, customerEmail, customerName, customFields, dueAt, links, source, tags, title } =
    ticket
  return {
    title,
    customerEmail,
    source,
    sourceId: ticket.id,
    tags: tags.map(({ name }) => name),
    metadata: { ...ticket.metadata, imported: origin(ticket) },
    ...given({
      body,
      customerName,
      customFields,
      createdBy,
      dueAt,
      links,
      sourceData: ticket.sourceData,
      categoryId: categories.get(categoryId ?? "")
    })
  }
}

/** What the ticket was where it came from. */
const origin = ({ createdAt, id, publicId, sourceId }: Ticket) => ({
  id,
  publicId,
  createdAt,
  ...(sourceId === undefined ? {} : { sourceId })
})

const isComplete = ({ metadata }: Ticket): boolean => {
  const imported = metadata?.["imported"]
  return typeof imported === "object" && imported !== null && "complete" in imported && imported.complete === true
}

const addComments = async (
  client: Trunkline,
  brandId: string,
  ticketId: string,
  comments: ReadonlyArray<Comment>,
  files: ReadonlyArray<ExportedFile>
) => {
  const placed = new Map<string, string>()
  for (const { id, sourceId } of await client.comments.list(brandId, ticketId))
    if (sourceId !== undefined) placed.set(sourceId, id)
  for (const comment of comments) {
    if (placed.has(comment.id)) continue
    const { authorId, authorName, authorType, body, createdAt, links, metadata, parentId, source, visibility } = comment
    const attachmentIds: Array<string> = []
    for (const file of files)
      if (file.commentId === comment.id) attachmentIds.push(await sent(client, brandId, undefined, file))
    const made = await client.comments.create(
      brandId,
      ticketId,
      {
        body,
        visibility,
        authorType,
        authorId: authorId ?? comment.id,
        source,
        sourceId: comment.id,
        metadata: { ...metadata, imported: { id: comment.id, createdAt } },
        attachmentIds,
        ...given({ authorName, links, parentId: placed.get(parentId ?? "") })
      },
      // What names other files is another request.
      attachmentIds.length === 0 ? once(comment.id) : undefined
    )
    placed.set(comment.id, made.id)
  }
}

/** Files of the ticket itself, unless it has the same bytes under the same name. */
const addFiles = async (client: Trunkline, brandId: string, ticketId: string, files: ReadonlyArray<ExportedFile>) => {
  if (files.length === 0) return
  const there = new Set((await client.attachments.list(brandId, ticketId)).map(signature))
  for (const file of files) if (!there.has(signature(file))) await sent(client, brandId, ticketId, file)
}

const signature = ({ filename, sha256, size }: Attachment) => `${sha256} ${size} ${filename}`

const sent = async (client: Trunkline, brandId: string, ticketId: string | undefined, file: ExportedFile) => {
  const { content, contentType, filename } = file
  const bytes = await openAsBlob(content, { type: contentType })
  return (await client.attachments.send(brandId, { ticketId, filename, contentType, content: bytes })).id
}

/** The key under which the server does it once, within a day; after that what is there already is found. */
export const once = (id: string) => ({ idempotencyKey: `import-${id}` })
