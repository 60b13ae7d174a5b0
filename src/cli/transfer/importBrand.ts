import { existsSync } from "node:fs"
import { Effect, Semaphore, Stream } from "effect"
import { ApiError, type Company, type FieldDefinitionCreate, type Trunkline } from "../../../sdk/src/index.ts"
import { askPatiently, CommandFailed } from "../Connection.ts"
import { bytesOf, type Line, linesOf, numberedLinesOf } from "./ExportFile.ts"
import { given } from "./given.ts"
import { importCustomer, Places } from "./importCustomer.ts"
import { completeTicket, type ImportedTicket, placeTicket } from "./importTicket.ts"
import { once } from "./once.ts"

/** Tickets completed at the same time. Each takes several requests, one after the other. */
const concurrency = 4
/** Tickets read ahead, which are in memory with their comments and files. */
const readAhead = 5 * concurrency

/** The progress of an import. */
export interface Imported {
  readonly customers: number
  readonly tickets: number
  /** Of these, tickets imported earlier. */
  readonly before: number
  /** Refusals of tickets and customers; all others are created nevertheless. */
  readonly refused: ReadonlyArray<string>
}

/**
 * Creates the contents of an export in a brand, each record once however often it runs: existing records stay as they are,
 * and incomplete tickets are completed. While a ticket's comments are created it is marked as spam, so that nobody is
 * notified about old messages.
 */
export const importBrand = Effect.fn("importBrand")(function* (
  brandId: string,
  file: string,
  progress: (imported: Imported) => void
) {
  const places = new Places()
  const refused: Array<string> = []
  let done: Imported = { customers: 0, tickets: 0, before: 0, refused }
  let read: Array<ImportedTicket> = []
  // Tickets get their numbers in the order of the file.
  const turn = yield* Semaphore.make(1)

  const importTicket = Effect.fnUntraced(function* (whole: ImportedTicket) {
    const placing = askPatiently((client) => placeTicket(client, brandId, whole.ticket, places).catch(refusalOf))
    const placed = yield* turn.withPermit(placing)
    const refusal =
      typeof placed === "object"
        ? yield* askPatiently((client) => completeTicket(client, brandId, whole, placed).catch(refusalOf))
        : placed
    const { id, publicId = id, title } = whole.ticket
    if (refusal === undefined)
      done = { ...done, tickets: done.tickets + 1, before: done.before + (placed === undefined ? 1 : 0) }
    else refused.push(`${publicId} (${title}): ${refusal}`)
    progress(done)
  })
  const finish = Effect.suspend(() => {
    const tickets = read
    read = []
    return Effect.forEach(tickets, importTicket, { concurrency, discard: true })
  })

  yield* Stream.runForEach(linesOf(file), (line) =>
    Effect.gen(function* () {
      switch (line.type) {
        case "comment":
          read.at(-1)?.comments.push(line.data)
          return
        case "attachment":
          read.at(-1)?.files.push({ ...line.data, content: bytesOf(file, line.data.id) })
          return
        case "ticket":
          if (read.length === readAhead) yield* finish
          read.push({ ticket: line.data, comments: [], files: [] })
          return
        case "customer": {
          yield* finish
          const refusal = yield* askPatiently((client) =>
            importCustomer(client, brandId, line.data, places).catch(refusalOf)
          )
          if (typeof refusal === "string") refused.push(`${line.data.email}: ${refusal}`)
          done = { ...done, customers: done.customers + 1 }
          progress(done)
          return
        }
        default:
          yield* finish
          yield* askPatiently((client) => place(client, brandId, line, places))
      }
    })
  )
  yield* finish
  return done
})

/** Why the server would always refuse a ticket or a customer. Any other failure ends the import. */
const refusalOf = (error: unknown): string => {
  if (error instanceof ApiError && [400, 409, 413].includes(error.status)) return error.message
  throw error
}

/** The numbers of customers and tickets in an export, after checking that it is complete and no line would replace another. */
export const survey = Effect.fn("survey")(function* (file: string) {
  let customers = 0
  const tickets = new Map<string, number>()
  /** Comments of the current ticket, or `undefined` if there is none. */
  let comments: Map<string, number> | undefined
  yield* Stream.runForEach(numberedLinesOf(file), ([{ data, type }, number]) => {
    const refused = (why: string) => new CommandFailed({ message: `${file}:${number} ${why}.` })
    if (type === "customer") customers += 1
    if (type === "ticket") comments = new Map()
    else if (type !== "comment" && type !== "attachment") comments = undefined
    else if (comments === undefined)
      return refused(`belongs to no ticket: comments and attachments must follow the line of their ticket`)
    const known = type === "ticket" ? tickets : type === "comment" ? comments : undefined
    const before = known?.get(data.id)
    if (before !== undefined)
      return refused(`has the same id as line ${before}, ${data.id}: each ${type} needs its own`)
    known?.set(data.id, number)
    return type !== "attachment" || existsSync(bytesOf(file, data.id))
      ? Effect.void
      : new CommandFailed({ message: `${bytesOf(file, data.id)} is missing: it belongs to ${file}.` })
  })
  return { customers, tickets: tickets.size }
})

type Setting = Exclude<Line, { readonly type: "ticket" | "comment" | "attachment" | "customer" }>

/** Creates what tickets refer to, unless the brand has it. */
const place = async (client: Trunkline, brandId: string, line: Setting, places: Places): Promise<void> => {
  switch (line.type) {
    case "brand":
      return
    case "company": {
      const { domain, externalId, id, metadata, name } = line.data
      const company =
        (await companyNamed(client, brandId, name)) ??
        (await client.companies.create(brandId, { name, ...given({ domain, externalId, metadata }) }, once(id)))
      places.companies.set(id, company.id)
      return
    }
    case "category": {
      const { color, description, id, name, sortOrder } = line.data
      const made = await unlessThere(
        client.categories.create(brandId, { name, color, sortOrder, ...given({ description }) }, once(id))
      )
      const all = made === undefined ? await client.categories.list(brandId) : [made]
      const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase())
      if (found !== undefined) places.categories.set(id, found.id)
      return
    }
    case "tag": {
      const { color, id, name } = line.data
      await unlessThere(client.tags.create(brandId, { name, color }, once(id)))
      return
    }
    case "status": {
      const { category, color, customerName, description, id, isSystem, key, name, sortOrder } = line.data
      if (isSystem || category === "closed") return
      const status = { key, name, category, color, customerName, sortOrder, ...given({ description }) }
      await unlessThere(client.statuses.create(brandId, status, once(id)))
      return
    }
    case "field": {
      const { createdAt: _, id, ...field } = line.data
      // The API refuses a type that it does not know.
      await unlessThere(client.fields.create(brandId, "ticket", field as FieldDefinitionCreate, once(id)))
    }
  }
}

/** A search also finds longer names that contain this one, however many pages they fill. */
const companyNamed = async (client: Trunkline, brandId: string, name: string): Promise<Company | undefined> => {
  for await (const one of client.companies.list(brandId, { search: name, limit: 100 }))
    if (one.name === name) return one
  return undefined
}

const unlessThere = async <A>(making: Promise<A>): Promise<A | undefined> => {
  try {
    return await making
  } catch (error) {
    if (error instanceof ApiError && error.code === "already_exists") return undefined
    throw error
  }
}
