import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { SlackAppSettings } from "../../../channels/chat/SlackAppSettings.ts"
import { SlackFiles } from "../../../channels/chat/SlackFiles.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"

/** A file server whose `/silent` never responds, and whose `/stuck` stops in the middle. */
const slack = Effect.gen(function* () {
  const counts = { asked: 0, kept: 0 }
  const server = createServer((request, response) => {
    counts.asked++
    if (request.url === "/silent") return
    response.writeHead(200, { "content-type": "text/plain" })
    if (request.url === "/stuck") response.write("half")
    else response.end("whole")
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = SlackAppSettings.of({
    apiUrl: `${origin}/api/`,
    signingSecret: Option.none(),
    client: Option.none(),
    botToken: Option.none(),
    appToken: Option.none(),
    publicUrl: "https://desk.example",
    redirectUrl: "https://desk.example/callback"
  })
  const blobs = {
    put: (_tenantId: string, bytes: Stream.Stream<Uint8Array, unknown>) =>
      Effect.map(Stream.runCollect(bytes), (chunks) => {
        const whole = Buffer.concat(chunks)
        counts.kept++
        return { key: whole.toString(), size: whole.length, sha256: "" }
      })
  }
  const layer = Layer.provide(SlackFiles.layer, [
    Layer.succeed(SlackAppSettings, settings),
    // Nothing else of it is used.
    Layer.succeed(BlobStore, blobs as unknown as BlobStore["Service"])
  ])
  const fetching = (attempts: number) =>
    SlackFiles.pipe(
      Effect.flatMap((files) =>
        files.fetch(
          "tenant",
          "xoxb-1",
          ["silent", "whole", "stuck", "whole"].map((name) => ({ name, url_private_download: `${origin}/${name}` })),
          attempts
        )
      ),
      Effect.provide(layer)
    )
  /** The result of fetching, a little over half a minute after everything was requested, including the files that arrived. */
  const after = Effect.fnUntraced(function* (attempts: number) {
    const before = { ...counts }
    const work = yield* Effect.forkChild(Effect.result(fetching(attempts)))
    while (counts.asked < before.asked + 4 || counts.kept < before.kept + 2) yield* Effect.promise(() => sleep(5))
    yield* TestClock.adjust("40 seconds")
    return yield* Fiber.join(work)
  })
  return { after }
})

it.effect(
  "C16: files that do not arrive are waited for together, and in the end their message arrives without them",
  () =>
    Effect.gen(function* () {
      const { after } = yield* slack
      assert.deepInclude(yield* after(1), { _tag: "Failure" })
      const last = yield* after(3)
      if (last._tag === "Failure") return assert.fail("the message was lost")
      assert.deepStrictEqual(
        last.success.map((one) => ("file" in one ? one.file.blobKey : `no ${one.missing.name}`)),
        ["no silent", "whole", "no stuck", "whole"]
      )
    }).pipe(Effect.scoped)
)
