import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs"
import { pipeline } from "node:stream/promises"
import { Effect } from "effect"
import type { Attachment, Brand, Page, Pages, Ticket, Trunkline } from "../../../sdk/src/index.ts"
import { askPatiently, CommandFailed } from "../Connection.ts"
import { append, bytesOf, type Line, type ListName, lists, type Reached, resume } from "./ExportFile.ts"

/** Tickets per page, and how many of them have their comments and files requested at a time. */
const ticketsAtOnce = 20
const concurrency = 4

/** The progress of an export. */
export interface Exported {
  readonly tickets: number
  readonly records: number
}

/**
 * Writes the contents of a brand to `file`, and the bytes of its files next to it. An interrupted export continues after the
 * last complete page. Tickets in the trash and merged tickets are left out.
 */
export const exportBrand = Effect.fn("exportBrand")(function* (
  brand: Brand,
  file: string,
  progress: (exported: Exported) => void
) {
  mkdirSync(bytesOf(file, ""), { recursive: true })
  let { cursors }: Reached = (yield* resume(file)) ?? append(file, [{ type: "brand", data: brand }], {})
  let done: Exported = { tickets: 0, records: 0 }
  for (const list of lists) {
    for (let cursor = cursors[list]; cursor !== null; cursor = cursors[list]) {
      const from = cursor
      const page = yield* askPatiently(async (client) => pageOf(client, brand.id, list, from))
      const lines = list === "ticket" ? yield* withContents(file, brand.id, page.lines) : page.lines
      cursors = append(file, lines, { ...cursors, [list]: page.next }).cursors
      done = {
        tickets: done.tickets + (list === "ticket" ? page.lines.length : 0),
        records: done.records + lines.length
      }
      progress(done)
    }
  }
  return done
})

interface Found {
  readonly lines: ReadonlyArray<Line>
  readonly next: string | null
}

const whole = (lines: ReadonlyArray<Line>): Found => ({ lines, next: null })

const paged = async <A>(pages: Pages<A>, line: (data: A) => Line): Promise<Found> => {
  const page: Page<A> = await pages
  return { lines: page.data.map(line), next: page.nextCursor }
}

/** A page of one of the brand's lists, oldest first. */
const pageOf = async (
  client: Trunkline,
  brandId: string,
  list: ListName,
  cursor: string | undefined
): Promise<Found> => {
  const query = { sort: "createdAt", order: "asc", limit: 100, cursor } as const
  switch (list) {
    case "company":
      return paged(client.companies.list(brandId, query), (data) => ({ type: "company", data }))
    case "customer":
      return paged(client.customers.list(brandId, query), (data) => ({ type: "customer", data }))
    case "ticket":
      return paged(client.tickets.list(brandId, { ...query, limit: ticketsAtOnce, isSpam: "all" }), (data) => ({
        type: "ticket",
        data
      }))
    case "category":
      return whole((await client.categories.list(brandId)).map((data) => ({ type: "category", data })))
    case "tag":
      return whole((await client.tags.list(brandId)).map((data) => ({ type: "tag", data })))
    case "status":
      return whole(
        (await client.statuses.list(brandId, { includeInactive: true })).map((data) => ({ type: "status", data }))
      )
    case "field":
      return whole((await client.fields.listOf(brandId, "ticket")).map((data) => ({ type: "field", data })))
  }
}

/** Tickets, each followed by its comments and files. */
const withContents = Effect.fnUntraced(function* (file: string, brandId: string, tickets: ReadonlyArray<Line>) {
  const all = yield* Effect.forEach(
    tickets.flatMap((line) => (line.type === "ticket" ? [line.data] : [])),
    (ticket) => contentsOf(file, brandId, ticket),
    { concurrency }
  )
  return all.flat()
})

const contentsOf = Effect.fnUntraced(function* (file: string, brandId: string, { id, ...head }: Ticket) {
  // A list shows less of a ticket than the ticket's own resource.
  const ticket = yield* askPatiently((client) => client.tickets.get(brandId, id))
  const listed = head.commentCount === 0 ? [] : yield* askPatiently((client) => client.comments.list(brandId, id))
  // The list of a long conversation shortens older texts.
  const comments = yield* Effect.forEach(listed, (comment) =>
    comment.bodyTruncated === true
      ? askPatiently((client) => client.comments.get(brandId, id, comment.id))
      : Effect.succeed(comment)
  )
  const attachments =
    head.attachmentCount === 0 ? [] : yield* askPatiently((client) => client.attachments.list(brandId, id))
  // Nobody can download files with malware, or files that are still being scanned.
  const files = attachments.filter(({ scan, status }) => status === "UPLOADED" && (scan ?? "clean") === "clean")
  yield* Effect.forEach(files, (attachment) => fetchBytes(file, brandId, id, attachment), { discard: true })
  return [
    { type: "ticket", data: ticket },
    ...comments.map((data) => ({ type: "comment" as const, data })),
    ...files.map((data) => ({ type: "attachment" as const, data }))
  ] satisfies ReadonlyArray<Line>
})

const fetchBytes = Effect.fnUntraced(function* (
  file: string,
  brandId: string,
  ticketId: string,
  { id, size }: Attachment
) {
  const path = bytesOf(file, id)
  if (existsSync(path)) return
  const part = `${path}.part`
  yield* askPatiently(async (client) => {
    const { body } = await client.attachments.download(brandId, ticketId, id)
    await pipeline(body ?? [], createWriteStream(part, { mode: 0o600, flush: true }))
  })
  const came = statSync(part).size
  if (came !== size)
    return yield* new CommandFailed({
      message: `${id} has ${size} bytes, but ${came} were received. Run the command again: it resumes where it stopped.`
    })
  renameSync(part, path)
})
