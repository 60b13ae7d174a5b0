import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, FileSystem, Layer, Schedule, Stream } from "effect"
import * as SteadyCache from "../runtime/SteadyCache.ts"
import { BlobStore, type DirectUpload } from "../tickets/files/BlobStore.ts"
import { UnclaimedBlobs } from "../tickets/files/UnclaimedBlobs.ts"
import type { Bucket } from "./BlobLocation.ts"
import { isBlobKey, isRemovable, uploadKey } from "./blobKey.ts"
import * as S3Bucket from "./S3Bucket.ts"
import type { S3Failure } from "./S3Failure.ts"
import * as Spool from "./Spool.ts"
import type { S3Credentials } from "./s3Signature.ts"
import { unlessAway } from "./unlessAway.ts"

/** Up to six attempts, started within six seconds: longer than a store's failover takes, shorter than a sender waits. */
const whileTransient = Schedule.exponential("200 millis").pipe(
  Schedule.jittered,
  Schedule.upTo({ times: 5, duration: "6 seconds" }),
  Schedule.setInputType<S3Failure>(),
  Schedule.while(({ input }) => input.transient)
)

/** How long the result of a health check is cached: anyone may request one, and each request to the store costs money. */
const wordCounts = "5 seconds"

/**
 * Stores blobs as objects of an S3-compatible store, named by tenant and content hash. Bytes pass through a file in `spool`,
 * because S3 needs their number and hash in advance; memory does not grow with their number. One PUT, of up to 5 GiB, stores
 * an object completely or not at all. Transient failures are retried, and an interrupted download resumes where it stopped.
 */
export const layer = (location: Bucket, credentials: S3Credentials, spool: string) =>
  Layer.effect(BlobStore, make(location, credentials, spool)).pipe(Layer.provide(NodeHttpClient.layerUndici))

const make = Effect.fn("S3BlobStore.make")(function* (location: Bucket, credentials: S3Credentials, folder: string) {
  const files = yield* FileSystem.FileSystem
  const unclaimed = yield* UnclaimedBlobs
  const spool = yield* Spool.make(folder)
  const bucket = yield* S3Bucket.make(location, credentials)

  const state = yield* SteadyCache.keep(bucket.check, wordCounts)

  // The server starts and keeps running without its object store. A problem at the start is logged once.
  yield* bucket.check.pipe(
    Effect.catch((failure) => Effect.logWarning(failure.message)),
    Effect.forkScoped
  )

  const put = Effect.fn("BlobStore.put")(
    function* <E, R>(tenantId: string, bytes: Uint8Array | Stream.Stream<Uint8Array, E, R>) {
      const { key, path, sha256, size } = yield* spool(
        tenantId,
        bytes instanceof Uint8Array ? Stream.make(bytes) : bytes
      )
      yield* unclaimed.note(tenantId, key)
      // Checks first whether the object exists, because the same pictures come with every mail. Only PUT reports errors: to
      // HEAD for a missing object, a store answers 403 if the credentials may not list the bucket.
      const kept = yield* Effect.orElseSucceed(bucket.size(key), () => undefined)
      if (kept !== size)
        yield* bucket
          .put(key, { bytes: files.stream(path), size, sha256 })
          .pipe(Effect.retry(whileTransient), Effect.orDie)
      return { key, size, sha256 }
    },
    // Inside the scope, so that an interruption while it closes does not turn the store's error into a defect.
    unlessAway,
    Effect.scoped
  )

  // A client can upload again as long as its URL is valid. So only the bytes that are read here are hashed and stored under
  // their hash, where nobody can replace them.
  const collect = Effect.fn("BlobStore.collect")(function* (upload: DirectUpload) {
    const key = uploadKey(upload)
    const received = yield* bucket.size(key).pipe(
      // A response to HEAD has only a status. GET distinguishes refused credentials and a missing bucket from a missing
      // object.
      Effect.catchIf(
        ({ status }) => status === 404 || status === 403,
        (refusal) => Effect.andThen(Stream.runDrain(bucket.read(key, 0, 0)), Effect.fail(refusal))
      ),
      Effect.catchIf(
        ({ code, status }) => status === 404 && code !== "NoSuchBucket",
        () => Effect.succeed(0)
      ),
      Effect.retry(whileTransient),
      Effect.orDie,
      unlessAway
    )
    if (received !== upload.size) return { received }
    const blob = yield* put(upload.tenantId, resumed(bucket, key, { offset: 0, length: upload.size + 1 }))
    return blob.size === upload.size ? { received, blob } : { received: blob.size }
  })

  return BlobStore.of({
    put,

    get: (key, range) =>
      isBlobKey(key) ? resumed(bucket, key, range) : Stream.die(new Error("not the key of a blob")),

    remove: (key) =>
      isRemovable(key)
        ? bucket.remove(key).pipe(Effect.retry(whileTransient), Effect.orDie)
        : Effect.die(new Error("not the key of a blob")),

    direct: {
      origin: bucket.origin,
      uploadKey,
      collect,
      uploadUrl: (upload, seconds) =>
        bucket.address("PUT", uploadKey(upload), seconds, {
          headers: { "content-type": upload.contentType, "content-length": String(upload.size) }
        }),
      downloadUrl: (key, { contentDisposition, contentType }, seconds) =>
        isBlobKey(key)
          ? bucket.address("GET", key, seconds, {
              query: {
                "response-content-type": contentType,
                "response-content-disposition": contentDisposition,
                "response-cache-control": "no-store"
              }
            })
          : Effect.die(new Error("not the key of a blob"))
    },

    check: Effect.orDie(state)
  })
})

/** The bytes under `key`. If the connection breaks, the download resumes after the last byte received. */
const resumed = (
  bucket: Effect.Success<ReturnType<typeof S3Bucket.make>>,
  key: string,
  range: { readonly offset: number; readonly length: number } | undefined
): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    let next = range?.offset ?? 0
    const last = range === undefined ? undefined : range.offset + range.length - 1
    return Stream.suspend(() => (last !== undefined && next > last ? Stream.empty : bucket.read(key, next, last))).pipe(
      Stream.map((chunk) => {
        next += chunk.byteLength
        return chunk
      }),
      Stream.retry(whileTransient),
      Stream.orDie
    )
  })
