import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
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

/** The contents of an export, in this order; comments and files follow directly after their ticket. */
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

/** A line of an export: a record as the API returns it. */
export type Line = { readonly [T in keyof Records]: { readonly type: T; readonly data: Records[T] } }[keyof Records]

/** The exported lists, in order. */
export const lists = ["company", "customer", "category", "tag", "status", "field", "ticket"] as const
export type ListName = (typeof lists)[number]

const types: ReadonlySet<string> = new Set(["brand", ...lists, "comment", "attachment"])

/** Path of the bytes of an exported file, next to the lines. */
export const bytesOf = (file: string, attachmentId: string): string => join(dirname(file), "files", attachmentId)

/** The progress of an export: what the file has, and where each list continues; `null` at its end. */
export interface Reached {
  readonly bytes: number
  readonly records: number
  readonly tickets: number
  readonly cursors: { readonly [L in ListName]?: string | null }
}
const nothing: Reached = { bytes: 0, records: 0, tickets: 0, cursors: {} }

/** What is missing in a line so that its contents could be lost, or mistaken for something else. */
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

const record = (file: string, reached: Reached): void => {
  writeFileSync(`${reachedOf(file)}.new`, JSON.stringify(reached), { mode: 0o600, flush: true })
  renameSync(`${reachedOf(file)}.new`, reachedOf(file))
}

/** Appends lines and records the progress. After an interruption in between, they are written again. */
export const append = (
  file: string,
  lines: ReadonlyArray<Line>,
  cursors: Reached["cursors"],
  before: Reached = nothing
): Reached => {
  // A file that begins without this record would not be known as an export.
  if (before.bytes === 0) record(file, nothing)
  const out = openSync(file, "a", 0o600)
  try {
    // One by one: together, they may be longer than a string can be.
    for (const line of lines) appendFileSync(out, `${JSON.stringify(line)}\n`)
    fsyncSync(out)
    const reached: Reached = {
      bytes: fstatSync(out).size,
      records: before.records + lines.length,
      tickets: before.tickets + lines.filter(({ type }) => type === "ticket").length,
      cursors
    }
    record(file, reached)
    return reached
  } finally {
    closeSync(out)
  }
}

/** Where an interrupted export continues, or `undefined` for a new one. Removes an incomplete page from the end. */
export const resume = Effect.fnUntraced(function* (file: string) {
  if (!existsSync(file)) return undefined
  const notOurs = new CommandFailed({
    message: `${file} already exists, and is not an export that can be resumed.`
  })
  if (!existsSync(reachedOf(file))) return yield* notOurs
  const reached = yield* Effect.try({
    // Written by `record`.
    try: (): Reached => ({ ...nothing, ...(JSON.parse(readFileSync(reachedOf(file), "utf8")) as Partial<Reached>) }),
    catch: () => notOurs
  })
  if (statSync(file).size < reached.bytes) return yield* notOurs
  truncateSync(file, reached.bytes)
  return reached.bytes === 0 ? undefined : reached
})

/** Fails if something else writes to the file, too, such as the same command in another window. */
export const onlyOurs = (file: string, { bytes }: Reached): Effect.Effect<void, CommandFailed> =>
  statSync(file).size === bytes
    ? Effect.void
    : Effect.fail(
        new CommandFailed({
          message: `Something else writes to ${file}, such as another export: end it, and run the command again.`
        })
      )

/** The lines of an export, however long it is, one by one. */
export const linesOf = (file: string): Stream.Stream<Line, CommandFailed> =>
  Stream.map(numberedLinesOf(file), ([line]) => line)

/** The same with line numbers, from 1. */
export const numberedLinesOf = (file: string): Stream.Stream<readonly [Line, number], CommandFailed> =>
  Stream.fromAsyncIterable<Uint8Array, CommandFailed>(
    createReadStream(file),
    (error) => new CommandFailed({ message: `${file} cannot be read: ${String(error)}` })
  ).pipe(
    Stream.decodeText(),
    // Not with `node:readline`, which ends lines at U+2028 and U+2029. These occur in texts, and are ordinary characters in
    // JSON.
    Stream.splitLines,
    Stream.zipWithIndex,
    Stream.filter(([text]) => text.trim() !== ""),
    Stream.mapEffect(([text, index]) => {
      const refused = (why: string) =>
        new CommandFailed({ message: `${file}:${index + 1} is not a line of an export: ${why}.` })
      return Effect.try({
        // An export writes the members as the API returns them; the API checks what is created from them.
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
