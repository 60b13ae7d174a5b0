import {
  appendFileSync,
  createReadStream,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { Effect, Stream } from "effect"
import type {
  Attachment,
  Brand,
  Category,
  Comment,
  CompanyDetail,
  Customer,
  FieldDefinition,
  Status,
  Tag,
  Ticket
} from "../../../sdk/src/index.ts"
import { CommandFailed } from "../Connection.ts"

/** What an export holds, in this order; a ticket's comments and files follow it at once. */
interface Records {
  readonly brand: Brand
  readonly company: CompanyDetail
  readonly customer: Customer
  readonly category: Category
  readonly tag: Tag
  readonly status: Status
  readonly field: FieldDefinition
  readonly ticket: Ticket
  readonly comment: Comment
  readonly attachment: Attachment
}

/** A line of an export: a record as the API shows it. */
export type Line = { readonly [T in keyof Records]: { readonly type: T; readonly data: Records[T] } }[keyof Records]

/** Lists that are exported one after the other. */
export const lists = ["company", "customer", "category", "tag", "status", "field", "ticket"] as const
export type ListName = (typeof lists)[number]

const types: ReadonlySet<string> = new Set(["brand", ...lists, "comment", "attachment"])

/** Where the bytes of an exported file are, beside the lines. */
export const bytesOf = (file: string, attachmentId: string): string => join(dirname(file), "files", attachmentId)

/** How far an export is: what of the file counts, and where each list goes on; null at its end. */
export interface Reached {
  readonly bytes: number
  readonly cursors: { readonly [L in ListName]?: string | null }
}

/** What a line lacks without which what it holds could be taken for another, or be lost. */
const lackOf = ({ data, type }: Line): string | undefined => {
  if (!types.has(type)) return `${JSON.stringify(type)} is not a type of line; the types are ${[...types].join(", ")}`
  if (type === "brand") return undefined
  if (typeof data.id !== "string" || data.id === "")
    return 'its data has no id, a string that identifies it, such as "old-desk-1001"'
  if (type !== "ticket") return undefined
  const tags: ReadonlyArray<{ readonly name?: unknown } | null> | null | undefined = data.tags
  return tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag?.name === "string"))
    ? undefined
    : 'its tags are not a list such as [{"name": "parcel"}]'
}

const reachedOf = (file: string) => `${file}.state`

/** Adds lines, and notes how far that is: what was cut off in between is written anew. */
export const append = (file: string, lines: ReadonlyArray<Line>, cursors: Reached["cursors"]): Reached => {
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600, flush: true })
  const reached: Reached = { bytes: statSync(file).size, cursors }
  writeFileSync(`${reachedOf(file)}.new`, JSON.stringify(reached), { flush: true })
  renameSync(`${reachedOf(file)}.new`, reachedOf(file))
  return reached
}

/** Where an export goes on that was broken off; nothing for one that begins. Half a page at its end is taken out. */
export const resume = Effect.fnUntraced(function* (file: string) {
  if (!existsSync(file)) return undefined
  if (!existsSync(reachedOf(file)))
    return yield* new CommandFailed({ message: `${file} already exists, and is not an export that can be resumed.` })
  const reached = JSON.parse(readFileSync(reachedOf(file), "utf8")) as Reached
  truncateSync(file, reached.bytes)
  return reached
})

/** The lines of an export, one after the other, however long it is. */
export const linesOf = (file: string): Stream.Stream<Line, CommandFailed> =>
  Stream.map(numberedLinesOf(file), ([line]) => line)

/** The same with their numbers, from 1. */
export const numberedLinesOf = (file: string): Stream.Stream<readonly [Line, number], CommandFailed> =>
  Stream.fromAsyncIterable<Uint8Array, CommandFailed>(
    createReadStream(file),
    (error) => new CommandFailed({ message: `${file} cannot be read: ${String(error)}` })
  ).pipe(
    Stream.decodeText(),
    // Not by `node:readline`: it ends a line at U+2028 and U+2029, which are in people's texts and nothing to JSON.
    Stream.splitLines,
    Stream.zipWithIndex,
    Stream.filter(([text]) => text.trim() !== ""),
    Stream.mapEffect(([text, index]) => {
      const refused = (why: string) =>
        new CommandFailed({ message: `${file}:${index + 1} is not a line of an export: ${why}.` })
      return Effect.try({
        // Its members are those that an export wrote, as the API showed them; the API checks what is made of them.
        try: () => JSON.parse(text) as Line | null,
        catch: () => refused("it is not JSON")
      }).pipe(
        Effect.filterOrFail(
          (line): line is Line => typeof line?.type === "string" && typeof line.data === "object" && line.data !== null,
          () => refused("it has no type, or no data")
        ),
        Effect.flatMap((line) => {
          const lack = lackOf(line)
          return lack === undefined ? Effect.succeed([line, index + 1] as const) : Effect.fail(refused(lack))
        })
      )
    })
  )
