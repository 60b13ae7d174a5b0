import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as ClamdScanner from "../../src/blobs/ClamdScanner.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlFileScans from "../../src/sql/files/SqlFileScans.ts"
import * as SqlUnclaimedBlobs from "../../src/sql/files/SqlUnclaimedBlobs.ts"
import { scanSome } from "../../src/tickets/files/FileScanner.ts"
import { MalwareScanner } from "../../src/tickets/files/MalwareScanner.ts"
import { announce, brandPath, fileForm, openTicket, pathOf, send } from "../support/attachmentCalls.ts"
import { FakeClamd } from "../support/FakeClamd.ts"
import { diskBlobs } from "../support/fileServices.ts"
import { HttpSite, site } from "../support/HttpSite.ts"

const clamd = Effect.runSync(Effect.sync(() => new FakeClamd()))
const scanner = Layer.unwrap(
  Effect.acquireRelease(
    Effect.map(clamd.start, () => ClamdScanner.layer(Option.some(clamd.address))),
    () => clamd.stop
  )
)

/** Runs the scan that the server does every second. */
const scanned = Effect.gen(function* () {
  const { scan } = yield* MalwareScanner
  return scan === undefined ? 0 : yield* scanSome(scan, () => Effect.void)
}).pipe(Effect.provide([SqlFileScans.layer, diskBlobs.pipe(Layer.provide(SqlUnclaimedBlobs.layer)), scanner]))

const virus = "X5O!P% as test files begin"

/** Uploads a file to a ticket with one form; returns the ticket's path and the file. */
const uploaded = Effect.fnUntraced(function* (bytes: string) {
  const { ask } = yield* HttpSite
  const ticket = yield* openTicket()
  const { json } = yield* ask("POST", `${ticket}/attachments/upload`, fileForm(bytes))
  const path = pathOf(json.downloadUrl)
  const scan = Effect.map(ask("GET", `${ticket}/attachments/${json.id}`), (answer) => answer.json.scan)
  return { id: json.id as string, ticket, path, scan, fetched: ask("GET", path, { key: "" }) }
})

layer(site({ scanner }), { excludeTestServices: true })("With a malware scanner", (it) => {
  it.effect("a file can be downloaded once it was found clean", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const file = yield* uploaded("harmless")
      assert.strictEqual(yield* file.scan, "pending")
      for (const method of ["GET", "HEAD"]) assert.strictEqual((yield* ask(method, file.path, { key: "" })).status, 409)
      assert.deepInclude((yield* file.fetched).json, { status: 409, code: "invalid_state", state: "pending" })
      yield* scanned
      assert.strictEqual(yield* file.scan, "clean")
      assert.strictEqual((yield* file.fetched).text, "harmless")
      assert.include(
        clamd.scanned.map((bytes) => bytes.toString()),
        "harmless"
      )
    })
  )

  it.effect("malware can never be downloaded, and is recorded in the audit log", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const [one, again] = [yield* uploaded(virus), yield* uploaded(virus)]
      yield* scanned
      for (const file of [one, again]) {
        assert.strictEqual(yield* file.scan, "blocked")
        assert.deepInclude((yield* file.fetched).json, { status: 409, code: "invalid_state", state: "blocked" })
        const inline = yield* ask("GET", `${file.path}?inline=1`, { key: "" })
        assert.strictEqual(inline.status, 409)
        const history = (yield* ask("GET", `${file.ticket}/logs`)).json
        const line = history.find(({ event }: { event: string }) => event === "attachment.blocked")
        assert.deepInclude(line, {
          entityId: file.id,
          source: "system",
          metadata: { filename: "notes.txt", threat: "Eicar-Signature" }
        })
      }
      assert.strictEqual((yield* ask("DELETE", `${one.ticket}/attachments/${one.id}`)).status, 200)
    })
  )

  it.effect("uploads that wait for a ticket, and files without bytes, are treated alike", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const pending = `${yield* brandPath}/attachments/pending`
      const made = yield* announce(pending, virus)
      assert.isUndefined(made.attachment.scan)
      yield* send(made.uploadUrl, virus)
      yield* scanned
      const confirmed = yield* ask("POST", `${pending}/${made.id}/confirm`)
      assert.strictEqual(confirmed.json.scan, "pending", "what is not confirmed may still change, and is not judged")
      yield* scanned
      const ticket = yield* openTicket({ attachmentIds: [made.id] })
      const [file] = (yield* ask("GET", `${ticket}/attachments`)).json
      assert.include(file, { id: made.id, scan: "blocked" })
    })
  )

  it.effect("a file that the scanner refuses stays unscanned, and is retried later", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const file = yield* uploaded("too long for it".repeat(10))
      clamd.streamMaxLength = 20
      yield* scanned
      clamd.streamMaxLength = 1_000_000
      assert.strictEqual(yield* file.scan, "pending")
      yield* scanned
      assert.strictEqual(yield* file.scan, "pending", "not before its time")
      yield* system`update attachments set scan_at = now() - interval '1 second' where scan = 'pending'`
      yield* scanned
      assert.strictEqual(yield* file.scan, "clean")
    })
  )

  it.effect("files from before there was a scanner are scanned too", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const file = yield* uploaded("old")
      yield* system`update attachments set scan = null, scan_at = now() - interval '1 second' where scan = 'pending'`
      assert.strictEqual((yield* file.fetched).status, 409)
      yield* scanned
      assert.strictEqual((yield* file.fetched).text, "old")
    })
  )
})

layer(site(), { excludeTestServices: true })("Without a malware scanner", (it) => {
  it.effect("files can be downloaded unscanned, except those found to be malware", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const file = yield* uploaded("anything")
      assert.isUndefined(yield* file.scan)
      assert.strictEqual((yield* file.fetched).status, 200)
      yield* system`update attachments set scan = 'blocked'`
      assert.strictEqual((yield* file.fetched).json.state, "blocked")
    })
  )
})
