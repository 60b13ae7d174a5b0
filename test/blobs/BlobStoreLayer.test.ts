import { existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { AppConfig } from "../../src/AppConfig.ts"
import * as BlobStoreLayer from "../../src/blobs/BlobStoreLayer.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { bytesOf, notingNothing } from "../support/blobStoreContract.ts"
import { ObjectStore } from "../support/ObjectStore.ts"

const tenant = "0190a6f2-7c3b-7def-8abc-0123456789ab"
const newFolder = () => mkdtempSync(join(tmpdir(), "data-"))

/** Stores one blob with the settings of an environment, as the program does; returns its key. */
const putWith = (dataDir: string, environment: Record<string, string>) =>
  Effect.gen(function* () {
    const blobs = yield* BlobStore
    return (yield* blobs.put(tenant, bytesOf("bytes"))).key
  }).pipe(
    Effect.provide(
      Layer.unwrap(
        AppConfig.useSync(({ awsAccessKeyId, awsSecretAccessKey, blobsUrl }) =>
          BlobStoreLayer.layer({
            location: blobsUrl,
            accessKeyId: awsAccessKeyId,
            secretAccessKey: awsSecretAccessKey,
            dataDir
          })
        )
      ).pipe(
        Layer.provide(AppConfig.layer),
        Layer.provide([NodeFileSystem.layer, notingNothing]),
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
      )
    )
  )

describe("BlobStoreLayer", () => {
  it.live("stores blobs in the data folder by default", () =>
    Effect.gen(function* () {
      const data = newFolder()
      const key = yield* putWith(data, {})
      assert.isTrue(existsSync(join(data, "blobs", key)))
    })
  )

  it.live("stores blobs in the folder that BLOBS_URL names", () =>
    Effect.gen(function* () {
      const folder = join(newFolder(), "with spaces")
      const key = yield* putWith(newFolder(), { BLOBS_URL: folder })
      assert.isTrue(existsSync(join(folder, key)))
    })
  )

  it.live("says in one sentence that a folder cannot be created, and does not wait for it", () =>
    Effect.gen(function* () {
      const data = newFolder()
      writeFileSync(join(data, "file"), "")
      for (const folder of [
        join(data, "file", "blobs"),
        ...(existsSync("/proc/self") ? ["/proc/trunkline/blobs"] : [])
      ]) {
        const error = yield* Effect.flip(putWith(data, { BLOBS_URL: folder }))
        assert.match(error.message, /^The folder \/.*blobs for files cannot be used \(.*\): set BLOBS_URL to one .*\.$/)
      }
    })
  )

  it.live("stores blobs in the bucket that BLOBS_URL names, and none on this machine", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const store = yield* ObjectStore.scoped
        const data = newFolder()
        const key = yield* putWith(data, {
          BLOBS_URL: `s3://${store.bucket}?endpoint=${store.endpoint}&prefix=desk`,
          AWS_ACCESS_KEY_ID: store.accessKeyId,
          AWS_SECRET_ACCESS_KEY: store.secretAccessKey
        })
        assert.deepStrictEqual([...store.objects.keys()], [`desk/${key}`])
        assert.isFalse(existsSync(join(data, "blobs")))
      })
    )
  )

  it.live("says what is missing when a bucket is configured without its key", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(putWith(newFolder(), { BLOBS_URL: "s3://files", AWS_ACCESS_KEY_ID: "key" }))
      assert.strictEqual(
        error.message,
        "BLOBS_URL names the bucket files: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too."
      )
    })
  )

  it.live("says how to name a bucket when it is named wrongly", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(putWith(newFolder(), { BLOBS_URL: "s3://files?endpoint=minio:9000" }))
      assert.include(error.message, 'BLOBS_URL is "s3://files?endpoint=minio:9000", but must be a folder, or a bucket')
    })
  )
})
