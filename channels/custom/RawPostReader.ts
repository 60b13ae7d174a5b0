import { Effect, Layer, Option, Schema, Stream } from "effect"
import type { CustomConnection } from "../../src/domain/ChannelConnection.ts"
import { CustomPost } from "../../src/domain/CustomPost.ts"
import { parseId } from "../../src/domain/Ids.ts"
import { isJsonObject } from "../../src/domain/Json.ts"
import { InvalidState } from "../../src/domain/Problems.ts"
import { Callbacks } from "../../src/tickets/connections/Callbacks.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { CustomReader } from "../../src/tickets/intake/CustomReader.ts"
import { postedFiles } from "./postedFiles.ts"
import { readPost } from "./readPost.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(CustomPost))

/** Implements `CustomReader` with the code that reads incoming posts. */
export const layer = (maxFileBytes: number) =>
  Layer.effect(
    CustomReader,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const callbacks = yield* Callbacks
      const connections = yield* ConnectionStore

      return CustomReader.of({
        read: Effect.fn("CustomReader.read")(function* (scope, logged) {
          const { rawBlobKey, receivedAt, size, status, to } = logged
          const refuse = (reason: string) => new InvalidState({ state: status, reason })
          if (rawBlobKey === undefined) return yield* refuse("The original message is no longer stored.")
          const id = parseId("channel", to[0] ?? "")
          const found = Option.isSome(id)
            ? yield* connections.find(scope, "custom", id.value)
            : Option.none<CustomConnection>()
          if (Option.isNone(found)) return yield* refuse("The channel that it came from no longer exists.")
          const bytes = Buffer.concat([...(yield* Stream.runCollect(blobs.get(rawBlobKey)))])
          const { metadata, ...post } = yield* Effect.orDie(decode(bytes.toString()))
          // Uploads have belonged to the ticket since the first reading.
          const named = (post.attachments ?? []).filter(({ attachmentId }) => attachmentId === undefined)
          const files = yield* postedFiles({ blobs, callbacks }, scope.tenant.id, named, maxFileBytes)
          const read = { ...post, ...(isJsonObject(metadata) ? { metadata } : {}) }
          return readPost(found.value, read, files, { key: rawBlobKey, size }, receivedAt)
        })
      })
    })
  )
