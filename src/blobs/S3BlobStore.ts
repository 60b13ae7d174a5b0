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

/** Up to six attempts, begun within six seconds: longer than a store takes to fail over, shorter than a sender waits. */
const whileTransient = Schedule.exponential("200 millis").pipe(
  Schedule.jittered,
  Schedule.upTo({ times: 5, duration: "6 seconds" }),
  Schedule.setInputType<S3Failure>(),
  Schedule.while(({ input }) => input.transient)
)

/** How long the store's word counts, of being well or not: anybody may ask, and each question to the store is paid for. */
const wordCounts = "5 seconds"

/**
 * Keeps blobs as objects of an S3-compatible store, named by tenant and content. Bytes pass through a file in `spool`,
 * because S3 must know their number and their hash beforehand; memory does not grow with their number. One PUT keeps
 * an object whole or not at all, and S3 takes up to 5 GiB in one. What the store may do right later is tried again; a
 * download that breaks off goes on where it stopped.
 */
export const layer = (location: Bucket, credentials: S3Credentials, spool: string) =>
  Layer.effect(BlobStore, make(location, credentials, spool)).pipe(Layer.provide(NodeHttpClient.layerUndici))

const make = Effect.fn("S3BlobStore.make")(function* (location: Bucket, credentials: S3Credentials, folder: string) {
  const files = yield* FileSystem.FileSystem
  const unclaimed = yield* UnclaimedBlobs
  const spool = yield* Spool.make(folder)
  const bucket = yield* S3Bucket.make(location, credentials)

  const state = yield* SteadyCache.keep(bucket.check, wordCounts)

  // The server starts without its object store, as it goes on without it; what is wrong is said once.
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
      // Asked first, because the same pictures come with every mail. Only PUT says what is wrong: to HEAD, a store
      // answers 403 for an object that is not there when the credentials may not list the bucket.
      const kept = yield* Effect.orElseSucceed(bucket.size(key), () => undefined)
      if (kept !== size)
        yield* bucket
          .put(key, { bytes: files.stream(path), size, sha256 })
          .pipe(Effect.retry(whileTransient), Effect.orDie)
      return { key, size, sha256 }
    },
    // In the scope: an interruption while that closes must not make a defect of what the store said.
    unlessAway,
    Effect.scoped
  )

  // What a client sent may be sent anew as long as its address is good. Only what was read here is hashed, and kept
  // under the name of its hash, where nobody can replace it.
  const collect = Effect.fn("BlobStore.collect")(function* (upload: DirectUpload) {
    const key = uploadKey(upload)
    const received = yield* bucket.size(key).pipe(
      // An answer to HEAD says nothing but its status: GET tells a key that is refused, and a bucket that is gone, from an
      // object that is not there.
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

/** The bytes under `key`, fetched on from the last that arrived whenever the store breaks off. */
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
