import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { pipeline } from "node:stream/promises"
import { Effect } from "effect"
import {
  type Attachment,
  type Brand,
  ConnectionError,
  NotFoundError,
  type Page,
  type Pages,
  type Ticket,
  type Trunkline
} from "../../../sdk/src/index.ts"
import { askPatiently, CommandFailed } from "../Connection.ts"
import { append, bytesOf, type Line, type ListName, lists, onlyOurs, resume } from "./ExportFile.ts"

/** Tickets per page, and how many of them have their comments and files requested at a time. */
const ticketsAtOnce = 20
const concurrency = 4

/** The progress of an export. */
export interface Exported {
  readonly tickets: number
  readonly records: number
  /** Of these, records that earlier runs wrote. */
  readonly before: number
}

/**
 * Writes the contents of a brand to `file`, and the bytes of its files next to it. An interrupted export continues after the
 * last complete page. Tickets in the trash and merged tickets are left out, as is what is deleted meanwhile.
 */
export const exportBrand = Effect.fn("exportBrand")(function* (
  brand: Brand,
  file: string,
  progress: (exported: Exported) => void
) {
  makeFolder(dirname(bytesOf(file, "x")))
  const resumed = yield* resume(file)
  const before = resumed?.records ?? 0
  let reached = resumed ?? append(file, [{ type: "brand", data: yield* inFull(brand) }], {})
  for (const list of lists) {
    for (let cursor = reached.cursors[list]; cursor !== null; cursor = reached.cursors[list]) {
      const from = cursor
      const page = yield* askPatiently(async (client) => pageOf(client, brand.id, list, from))
      const lines = list === "ticket" ? yield* withContents(file, brand.id, page.lines) : page.lines
      yield* onlyOurs(file, reached)
      reached = append(file, lines, { ...reached.cursors, [list]: page.next }, reached)
      progress({ tickets: reached.tickets, records: reached.records, before })
    }
  }
  return { tickets: reached.tickets, records: reached.records, before } satisfies Exported
}, refusedByDisk)

/** Step by step: with `recursive`, Node loops forever where a folder exists and allows none below it, as /proc. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Says what to do if the disk is full. Any other refusal by the operating system explains itself. */
function refusedByDisk<A, E, R>(exporting: Effect.Effect<A, E, R>, _: Brand, file: string) {
  return Effect.catchDefect(exporting, (defect) =>
    defect instanceof Error && "code" in defect && (defect.code === "ENOSPC" || defect.code === "EDQUOT")
      ? new CommandFailed({
          message: `There is no space left on the disk of ${dirname(file)}: free some, and run the same command again. It resumes where it stopped.`
        })
      : Effect.die(defect)
  )
}

/** A list of many brands leaves out the details of some. */
const inFull = (brand: Brand) =>
  brand.detailsTruncated === true ? askPatiently((client) => client.brands.get(brand.id)) : Effect.succeed(brand)

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
  const ticket = yield* askPatiently((client) => unlessGone(client.tickets.get(brandId, id)))
  const comments =
    head.commentCount === 0 ? [] : yield* askPatiently((client) => unlessGone(client.comments.list(brandId, id)))
  const attachments =
    head.attachmentCount === 0 ? [] : yield* askPatiently((client) => unlessGone(client.attachments.list(brandId, id)))
  if (ticket === undefined || comments === undefined || attachments === undefined) return []
  // The list of a long conversation shortens older texts.
  const whole = yield* Effect.forEach(comments, (comment) =>
    comment.bodyTruncated === true
      ? askPatiently((client) => unlessGone(client.comments.get(brandId, id, comment.id)))
      : Effect.succeed(comment)
  )
  // Nobody can download files with malware, or files that are still being scanned.
  const files = attachments.filter(({ scan, status }) => status === "UPLOADED" && (scan ?? "clean") === "clean")
  const fetched = yield* Effect.filter(files, (attachment) => fetchBytes(file, brandId, id, attachment))
  return [
    { type: "ticket", data: ticket },
    ...whole.flatMap((data) => (data === undefined ? [] : [{ type: "comment" as const, data }])),
    ...fetched.map((data) => ({ type: "attachment" as const, data }))
  ] satisfies ReadonlyArray<Line>
})

/** Fetches the bytes of a file unless they are there. Returns whether they are: the file may have been deleted. */
const fetchBytes = Effect.fnUntraced(function* (
  file: string,
  brandId: string,
  ticketId: string,
  { id, size }: Attachment
) {
  const path = bytesOf(file, id)
  if (existsSync(path)) return true
  const part = `${path}.part`
  const outcome = yield* askPatiently(async (client) => {
    const download = await unlessGone(client.attachments.download(brandId, ticketId, id))
    if (download === undefined) return "gone"
    try {
      await pipeline(received(download.body ?? []), createWriteStream(part, { mode: 0o600, flush: true }))
      return "written"
    } catch (error) {
      if (error instanceof ConnectionError) throw error
      return { refusal: error }
    }
  })
  if (outcome === "gone") return false
  if (outcome !== "written") return yield* Effect.die(outcome.refusal)
  const came = statSync(part).size
  if (came !== size)
    return yield* new CommandFailed({
      message: `${id} has ${size} bytes, but ${came} were received. Run the command again: it resumes where it stopped.`
    })
  renameSync(part, path)
  return true
})

/** The bytes of a download. If it breaks off, this is a failure of the connection, and not of the disk. */
async function* received(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  try {
    yield* bytes
  } catch (cause) {
    throw new ConnectionError("A download broke off", { cause })
  }
}

/** The value of a call, or `undefined` if what it asks for was deleted. */
const unlessGone = <A>(asked: Promise<A>): Promise<A | undefined> =>
  asked.catch((error: unknown) => (error instanceof NotFoundError ? undefined : Promise.reject(error)))
