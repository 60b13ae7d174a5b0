import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { Brand } from "../../sdk/src/index.ts"
import { append, bytesOf, type Line, linesOf } from "../../src/cli/transfer/ExportFile.ts"
import { exportBrand } from "../../src/cli/transfer/exportBrand.ts"
import { connectedTo } from "../support/localServer.ts"

const scratch = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "trunkline export "))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

type Respond = (response: ServerResponse) => void
const json =
  (body: unknown): Respond =>
  (response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
const gone: Respond = (response) =>
  response
    .writeHead(404, { "content-type": "application/problem+json" })
    .end('{"code":"not_found","title":"Not found","status":404}')

// Records with the members that an export reads.
const brand = { id: "br_1", slug: "north" } as Brand
const tickets = ["tkt_1", "tkt_2"].map((id) => ({ id, commentCount: 1, attachmentCount: 1 }))
const bytes = "bytes"

/** A server with two tickets, each with a comment and a file; `changed` says what it answers to some paths instead. */
const serving = (changed: Record<string, Respond> = {}) =>
  connectedTo(({ headers, url = "" }, response) => {
    const path = url.replace(/\?.*/, "").replace("/v1/brands/br_1/", "")
    const [, id, list, file] = path.split("/")
    const known = (): Respond => {
      if (path.startsWith("bytes")) return (response) => response.end(bytes)
      if (id === undefined || path === "fields/ticket") return json(path === "tickets" ? tickets : [])
      if (list === undefined) return json({ id, title: `Title of ${id}` })
      if (list === "comments") return json([{ id: `cmt_${id}`, body: "Hi" }])
      const own = { id: `att_${id}`, size: bytes.length, status: "UPLOADED" }
      return file === undefined
        ? json([own])
        : json({ ...own, downloadUrl: `http://${headers.host}/v1/brands/br_1/bytes/${id}` })
    }
    ;(changed[path] ?? known())(response)
  })

const exporting = Effect.fnUntraced(function* (file: string, changed?: Record<string, Respond>) {
  return yield* Effect.provide(
    exportBrand(brand, file, () => {}),
    yield* serving(changed)
  )
})

const namesOf = (file: string) =>
  Stream.runCollect(linesOf(file)).pipe(
    Effect.map((lines) => [...lines].map(({ data, type }: Line) => `${type} ${data.id}`))
  )

const everything = [
  "brand br_1",
  ...tickets.flatMap(({ id }) => [`ticket ${id}`, `comment cmt_${id}`, `attachment att_${id}`])
]

it.live("An export fetches a file again whose download broke off, as when the server stops", () =>
  Effect.gen(function* () {
    const file = join(yield* scratch, "north.jsonl")
    let asked = 0
    yield* exporting(file, {
      "bytes/tkt_1": (response) => {
        if (asked++ > 0) return response.end(bytes)
        response.writeHead(200, { "content-length": bytes.length }).write("by")
        setTimeout(() => response.destroy(), 50)
      }
    })
    assert.deepStrictEqual(yield* namesOf(file), everything)
    assert.strictEqual(readFileSync(bytesOf(file, "att_tkt_1"), "utf8"), bytes)
  }).pipe(Effect.scoped)
)

it.live("An export leaves out what is deleted while it runs", () =>
  Effect.gen(function* () {
    for (const [path, lacks] of [
      ["tickets/tkt_1", "tkt_1"],
      ["tickets/tkt_1/comments", "tkt_1"],
      ["tickets/tkt_1/attachments", "tkt_1"],
      ["tickets/tkt_2/attachments/att_tkt_2", "att_tkt_2"],
      ["bytes/tkt_2", "att_tkt_2"]
    ] as const) {
      const file = join(yield* scratch, "north.jsonl")
      yield* exporting(file, { [path]: gone })
      assert.deepStrictEqual(
        yield* namesOf(file),
        everything.filter((name) => !name.includes(lacks)),
        path
      )
    }
  }).pipe(Effect.scoped)
)

it.live("An export counts what earlier runs wrote", () =>
  Effect.gen(function* () {
    const file = join(yield* scratch, "north.jsonl")
    yield* Effect.flip(exporting(file, { "tickets/tkt_2": (response) => response.writeHead(403).end("{}") }))
    const whole = { tickets: 2, records: everything.length }
    assert.deepInclude(yield* exporting(file), { ...whole, before: 1 })
    assert.deepInclude(yield* exporting(file), { ...whole, before: everything.length })
  }).pipe(Effect.scoped)
)

it.live("An export that ended before it had recorded anything starts over", () =>
  Effect.gen(function* () {
    const file = join(yield* scratch, "north.jsonl")
    // Killed, or out of space, in the middle of the first line.
    append(file, [], {})
    writeFileSync(file, '{"type":"bra')
    assert.isTrue(existsSync(`${file}.state`))
    yield* exporting(file)
    assert.deepStrictEqual(yield* namesOf(file), everything)
  }).pipe(Effect.scoped)
)

it.live("An export leaves alone a file that is shorter than it was, or whose progress is unreadable", () =>
  Effect.gen(function* () {
    const file = join(yield* scratch, "north.jsonl")
    yield* exporting(file)
    const state = readFileSync(`${file}.state`)
    for (const [text, progress] of [
      ['{"type":"brand"', state],
      ["mine", ""]
    ] as const) {
      writeFileSync(file, text)
      writeFileSync(`${file}.state`, progress)
      assert.include((yield* Effect.flip(exporting(file))).message, "is not an export that can be resumed")
      assert.strictEqual(readFileSync(file, "utf8"), text)
    }
  }).pipe(Effect.scoped)
)

it.live("An export ends if another one writes to its file", () =>
  Effect.gen(function* () {
    const file = join(yield* scratch, "north.jsonl")
    const other = '{"type":"tag","data":{"id":"tag_1"}}\n'
    const { message } = yield* Effect.flip(
      exporting(file, {
        tags: (response) => {
          writeFileSync(file, other, { flag: "a" })
          json([])(response)
        }
      })
    )
    assert.include(message, `Something else writes to ${file}`)
    assert.isTrue(readFileSync(file, "utf8").endsWith(other))
  }).pipe(Effect.scoped)
)

it.live.skipIf(process.platform !== "linux")(
  "An export says what to do about a full disk, and resumes once there is space",
  () =>
    Effect.gen(function* () {
      for (const full of ["north.jsonl.state.new", "files/att_tkt_1.part"]) {
        const folder = yield* scratch
        const [file, path] = [join(folder, "north.jsonl"), join(folder, full)]
        mkdirSync(join(folder, "files"))
        // Linux refuses each write to it as it does on a full disk.
        symlinkSync("/dev/full", path)
        const { message } = yield* Effect.flip(exporting(file))
        assert.include(message, `There is no space left on the disk of ${folder}: free some`)
        rmSync(path)
        yield* exporting(file)
        assert.deepStrictEqual(yield* namesOf(file), everything)
      }
    }).pipe(Effect.scoped)
)

it.effect.runIf(existsSync("/proc/self"))("An export ends where the system allows no folder to be made", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(exporting("/proc/trunkline/north.jsonl"))
    assert.include(String(exit), "/proc/trunkline")
  }).pipe(Effect.scoped)
)
