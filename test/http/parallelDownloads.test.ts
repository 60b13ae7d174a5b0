import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule, Stream } from "effect"
import { maxDownloads } from "../../src/http/FilesHandlers.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { fileForm, openTicket, pathOf } from "../support/attachmentCalls.ts"
import { diskBlobs } from "../support/fileServices.ts"
import { HttpSite, site } from "../support/HttpSite.ts"

/** Blobs that never end. */
const endless = Layer.effect(
  BlobStore,
  BlobStore.useSync((blobs) => ({
    ...blobs,
    get: (key: string) => Stream.concat(Stream.take(blobs.get(key), 1), Stream.never)
  }))
).pipe(Layer.provide(diskBlobs))

layer(site({ blobs: endless }), { excludeTestServices: true })("Downloads", (it) => {
  it.effect("are limited to eight at once per caller, and wait for no one else's", () =>
    Effect.gen(function* () {
      assert.strictEqual(maxDownloads, 8)
      const { ask, port } = yield* HttpSite
      const ticket = yield* openTicket()
      const file = (yield* ask("POST", `${ticket}/attachments/upload`, fileForm("x".repeat(200_000)))).json
      const other = (yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "Other" } })).json.secret
      const theirs = (yield* ask("GET", `${ticket}/attachments/${file.id}`, { key: other })).json
      const begin = (url: string) =>
        Effect.promise(async () => {
          const stop = new AbortController()
          const answer = await fetch(`http://127.0.0.1:${port}${pathOf(url)}`, { signal: stop.signal })
          return { stop, answer }
        })
      const begun = yield* Effect.forEach(Array.from({ length: maxDownloads }), () => begin(file.downloadUrl), {
        concurrency: "unbounded"
      })
      for (const { answer } of begun) assert.strictEqual(answer.status, 200)
      const refused = yield* ask("GET", pathOf(file.downloadUrl), { key: "" })
      assert.deepInclude(refused.json, { status: 429, code: "rate_limited", limit: maxDownloads })
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      assert.strictEqual((yield* ask("HEAD", pathOf(file.downloadUrl), { key: "" })).status, 200)
      const another = yield* begin(theirs.downloadUrl)
      assert.strictEqual(another.answer.status, 200)

      begun[0]?.stop.abort()
      const next = yield* Effect.repeat(begin(file.downloadUrl), {
        until: ({ answer }) => answer.status === 200,
        schedule: Schedule.spaced("20 millis")
      })
      for (const { stop } of [...begun, another, next]) stop.abort()
    })
  )
})
