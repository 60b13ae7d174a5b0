import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as S3BlobStore from "../../src/blobs/S3BlobStore.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlUnclaimedBlobs from "../../src/sql/SqlUnclaimedBlobs.ts"
import { announce, brandPath, fileForm, openTicket, pathOf, sha256Of } from "../support/attachmentCalls.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { ObjectStore } from "../support/ObjectStore.ts"

const objects = Effect.runSync(Effect.sync(() => new ObjectStore()))

/** Blobs in an object store that runs as long as the site. */
const bucket = Layer.unwrap(
  Effect.gen(function* () {
    yield* Effect.acquireRelease(objects.start, () => objects.stop)
    return S3BlobStore.layer(
      { _tag: "Bucket", name: objects.bucket, region: "us-east-1", endpoint: objects.endpoint, prefix: "desk/" },
      {
        accessKeyId: Redacted.make(objects.accessKeyId),
        secretAccessKey: Redacted.make(objects.secretAccessKey)
      },
      mkdtempSync(join(tmpdir(), "spool-"))
    )
  })
).pipe(Layer.provide([SqlUnclaimedBlobs.layer, NodeFileSystem.layer]), Layer.orDie)

/** What a browser does with an address of the object store. */
const put = (url: string, body: string, contentType = "text/plain") =>
  Effect.promise(
    async () => (await fetch(url, { method: "PUT", body, headers: { "content-type": contentType } })).status
  )

layer(site({ blobs: bucket }), { excludeTestServices: true })("With an object store, files", (it) => {
  it.effect("go to it and come from it directly, and are checked when they are confirmed", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const made = yield* announce(`${ticket}/attachments`, "hello")
      assert.isTrue(made.uploadUrl.startsWith(`${objects.endpoint}/${objects.bucket}/desk/`), made.uploadUrl)
      const confirm = ask("POST", `${ticket}/attachments/${made.id}/confirm`)
      assert.deepInclude((yield* confirm).json, { code: "attachment_not_uploaded", expectedSize: 5, receivedSize: 0 })
      assert.strictEqual(yield* put(made.uploadUrl, "hello!"), 403)
      assert.strictEqual(yield* put(made.uploadUrl, "hello", "text/html"), 403)
      assert.strictEqual(yield* put(made.uploadUrl, "hallo"), 200)
      assert.strictEqual(yield* put(made.uploadUrl, "hello"), 200)
      const confirmed = yield* confirm
      assert.include(confirmed.json, { status: "UPLOADED", sha256: yield* sha256Of("hello") })
      assert.deepStrictEqual((yield* confirm).json, confirmed.json)

      const { system } = yield* Database
      const due = yield* system`select 1 from blob_removals
        where key like '%/uploads/%' and due_at between now() + interval '24 hours' and now() + interval '26 hours'`
      assert.lengthOf(due, 1, "what was sent is going to be removed from where it was sent to")

      yield* put(made.uploadUrl, "HELLO")
      const { json } = yield* ask("GET", `${ticket}/attachments/${made.id}`)
      assert.isTrue(json.downloadUrl.startsWith(objects.endpoint))
      const file = yield* Effect.promise(() => fetch(json.downloadUrl))
      assert.strictEqual(yield* Effect.promise(() => file.text()), "hello")
      assert.strictEqual(file.headers.get("content-disposition"), 'attachment; filename="notes.txt"')
    })
  )

  it.effect("that wait for a ticket, and those of forms, are kept there too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const pending = `${yield* brandPath}/attachments/pending`
      const made = yield* announce(pending, "hello")
      yield* put(made.uploadUrl, "hello")
      const confirmed = yield* ask("POST", `${pending}/${made.id}/confirm`)
      assert.include(confirmed.json, { status: "UPLOADED", sha256: yield* sha256Of("hello") })
      const ticket = yield* openTicket({ attachmentIds: [made.id] })
      const form = yield* ask("POST", `${ticket}/attachments/upload`, fileForm("in a form"))
      const file = yield* Effect.promise(async () => (await fetch(form.json.downloadUrl)).text())
      assert.strictEqual(file, "in a form")
      assert.lengthOf((yield* ask("GET", `${ticket}/attachments`)).json, 2)
    })
  )

  it.effect("that have no bytes have an address of this server, which finds nothing", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const made = yield* announce(`${ticket}/attachments`, "hello")
      const { json } = yield* ask("GET", `${ticket}/attachments/${made.id}`)
      assert.include(json, { status: "PENDING" })
      assert.strictEqual((yield* ask("GET", pathOf(json.downloadUrl), { key: "" })).status, 404)
    })
  )
})
