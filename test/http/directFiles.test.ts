import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as S3BlobStore from "../../src/blobs/S3BlobStore.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlUnclaimedBlobs from "../../src/sql/files/SqlUnclaimedBlobs.ts"
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

/** What a browser does with a URL of the object store. */
const put = (url: string, body: string, contentType = "text/plain") =>
  Effect.promise(
    async () => (await fetch(url, { method: "PUT", body, headers: { "content-type": contentType } })).status
  )

/** Follows our URL of a file to the object store, as a browser does. */
const download = Effect.fnUntraced(function* (downloadUrl: string) {
  const { ask } = yield* HttpSite
  const ours = yield* ask("GET", pathOf(downloadUrl), { key: "" })
  assert.strictEqual(ours.status, 302, ours.text)
  const location = ours.headers.get("location") ?? ""
  assert.isTrue(location.startsWith(`${objects.endpoint}/${objects.bucket}/desk/`), location)
  return yield* Effect.promise(async () => {
    const file = await fetch(location)
    return { location, ours, headers: file.headers, status: file.status, text: await file.text() }
  })
})

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")

layer(site({ blobs: bucket }), { excludeTestServices: true })("With an object store, files", (it) => {
  it.effect("are accessible to the dashboard in the object store, and nowhere else", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { headers } = yield* ask("GET", "/", { key: "", headers: { accept: "text/html" } })
      const policy = (headers.get("content-security-policy") ?? "").split("; ")
      const { origin } = new URL(objects.endpoint)
      assert.includeMembers(policy, [`connect-src 'self' ${origin}`, `img-src 'self' ${origin}`])
    })
  )

  it.effect("are uploaded and downloaded directly, and are checked when they are confirmed", () =>
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
      const file = yield* download(json.downloadUrl)
      assert.strictEqual(file.text, "hello")
      assert.strictEqual(file.headers.get("content-disposition"), 'attachment; filename="notes.txt"')
    })
  )

  it.effect("that wait for a ticket, and those of forms, are stored there too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const pending = `${yield* brandPath}/attachments/pending`
      const made = yield* announce(pending, "hello")
      yield* put(made.uploadUrl, "hello")
      const confirmed = yield* ask("POST", `${pending}/${made.id}/confirm`)
      assert.include(confirmed.json, { status: "UPLOADED", sha256: yield* sha256Of("hello") })
      const ticket = yield* openTicket({ attachmentIds: [made.id] })
      const form = yield* ask("POST", `${ticket}/attachments/upload`, fileForm("in a form"))
      assert.strictEqual((yield* download(form.json.downloadUrl)).text, "in a form")
      assert.lengthOf((yield* ask("GET", `${ticket}/attachments`)).json, 2)
    })
  )

  it.effect("are always downloads there, whatever their declared type, within a minute", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const linkTo = Effect.fnUntraced(function* (bytes: string | Uint8Array, filename: string, type: string) {
        const form = yield* ask("POST", `${ticket}/attachments/upload`, fileForm(bytes, filename, type))
        return form.json.downloadUrl as string
      })
      const page = yield* linkTo("<script>alert(1)</script>", "a.html", "text/html")
      for (const address of [page, `${page}?inline=1`]) {
        const file = yield* download(address)
        assert.strictEqual(file.headers.get("content-disposition"), 'attachment; filename="a.html"')
        assert.strictEqual(file.headers.get("content-type"), "application/octet-stream")
        assert.strictEqual(file.headers.get("cache-control"), "no-store")
        assert.strictEqual(new URL(file.location).searchParams.get("X-Amz-Expires"), "60")
        assert.strictEqual(file.ours.headers.get("cache-control"), "no-store")
        assert.strictEqual(file.ours.headers.get("referrer-policy"), "no-referrer")
        assert.strictEqual(file.ours.headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(file.ours.text, "")
        const other = new URL(file.location)
        other.searchParams.set("response-content-disposition", "inline")
        assert.strictEqual((yield* Effect.promise(() => fetch(other))).status, 403, "the store holds it to that")
      }
      const picture = yield* linkTo(png, "a.png", "image/png")
      const file = yield* download(picture)
      assert.strictEqual(file.headers.get("content-disposition"), 'attachment; filename="a.png"')
      assert.strictEqual(file.headers.get("content-type"), "image/png")
      const disguised = yield* download(`${yield* linkTo("<script>", "b.png", "image/png")}?inline=1`)
      assert.strictEqual(disguised.headers.get("content-disposition"), 'attachment; filename="b.png"')
    })
  )

  it.effect("are shown inline by this server only, with its policy", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const form = yield* ask("POST", `${ticket}/attachments/upload`, fileForm(png, "a.png", "image/png"))
      const path = pathOf(form.json.downloadUrl)
      const shown = yield* ask("GET", `${path}?inline=1`, { key: "" })
      assert.strictEqual(shown.status, 200)
      assert.deepInclude(Object.fromEntries(shown.headers), {
        "content-type": "image/png",
        "content-length": String(png.length),
        "content-disposition": 'inline; filename="a.png"',
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff"
      })
      const part = yield* ask("GET", `${path}?inline=1`, { key: "", headers: { range: "bytes=1-3" } })
      assert.deepStrictEqual([part.status, part.text], [206, "PNG"])
      const head = yield* ask("HEAD", path, { key: "" })
      assert.strictEqual(head.status, 200)
      assert.deepInclude(Object.fromEntries(head.headers), {
        "content-disposition": 'attachment; filename="a.png"',
        "content-security-policy": "sandbox; default-src 'none'"
      })
    })
  )

  it.effect("cannot be downloaded by an old URL once they are deleted", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const ticket = yield* openTicket()
      const form = yield* ask("POST", `${ticket}/attachments/upload`, fileForm("secret"))
      assert.strictEqual((yield* ask("DELETE", `${ticket}/attachments/${form.json.id}`)).status, 200)
      assert.strictEqual((yield* ask("GET", pathOf(form.json.downloadUrl), { key: "" })).status, 404)
    })
  )

  it.effect("without bytes have a URL of this server, which responds with not found", () =>
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
