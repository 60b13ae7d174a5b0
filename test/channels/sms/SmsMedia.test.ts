import { randomUUID } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SmsMedia } from "../../../channels/sms/SmsMedia.ts"
import { TwilioApi } from "../../../channels/sms/TwilioApi.ts"
import { TwilioSettings } from "../../../channels/sms/TwilioSettings.ts"
import * as DiskBlobStore from "../../../src/blobs/DiskBlobStore.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { newSmsNumber } from "../../../src/tickets/connections/changeSmsNumber.ts"
import { notingNothing } from "../../support/blobStoreContract.ts"
import { untilHolds } from "../../support/until.ts"

const number = newSmsNumber(
  idOf("number", randomUUID()),
  idOf("brand", randomUUID()),
  { number: "+14155550199", accountSid: `AC${"1".repeat(32)}`, authToken: Redacted.make("x".repeat(32)) },
  DateTime.makeUnsafe(0)
)

/** A store that starts every response and finishes none. */
const stalling = Effect.acquireRelease(
  Effect.promise(async () => {
    const asked: Array<ServerResponse> = []
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "image/png" }).write("x")
      asked.push(response)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { asked, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.callback<void>((resume) => {
      server.closeAllConnections()
      server.close(() => resume(Effect.void))
    })
)

const settings = (apiUrl: string) =>
  Layer.succeed(TwilioSettings, { apiUrl, publicUrl: "https://desk.example", doubt: Duration.seconds(60) })
const api = Layer.mock(TwilioApi, { authorization: () => Effect.succeed("Basic x") })
const blobs = DiskBlobStore.layer(mkdtempSync(join(tmpdir(), "media-"))).pipe(
  Layer.provide([NodeFileSystem.layer, notingNothing])
)

describe("Files of a text message", () => {
  it.effect("that never end are abandoned after forty seconds, however many there are", () =>
    Effect.gen(function* () {
      const { asked, origin } = yield* stalling
      const media = Array.from({ length: 10 }, (_, n) => ({ url: `${origin}/media/${n}`, contentType: "image/png" }))
      const fetching = yield* Effect.flatMap(SmsMedia, ({ fetch }) => fetch("tenant", number, media, 3)).pipe(
        Effect.provide(SmsMedia.layer.pipe(Layer.provide([api, blobs, settings(origin)]))),
        Effect.forkChild
      )
      for (const open of [5, 10]) {
        yield* untilHolds(() => asked.length === open)
        yield* TestClock.adjust("20 seconds")
      }
      assert.deepStrictEqual(yield* Fiber.join(fetching), { files: [], missing: 10 })
    }).pipe(Effect.scoped)
  )
})
