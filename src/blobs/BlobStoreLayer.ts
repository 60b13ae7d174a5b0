import { join } from "node:path"
import { Effect, type FileSystem, Layer, Option, type PlatformError, type Redacted, Schema } from "effect"
import type { BlobStore } from "../tickets/BlobStore.ts"
import type { UnclaimedBlobs } from "../tickets/UnclaimedBlobs.ts"
import type { BlobLocation } from "./BlobLocation.ts"
import * as DiskBlobStore from "./DiskBlobStore.ts"

/** BLOBS_URL names a bucket, but not both of the settings that open it are there. */
export class BlobCredentialsMissing extends Schema.TaggedError<BlobCredentialsMissing>()("BlobCredentialsMissing", {
  bucket: Schema.String
}) {
  override get message() {
    return `BLOBS_URL names the bucket ${this.bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.`
  }
}

/** The blob store that the settings choose: a folder, `dataDir`/blobs when they name none, or a bucket. */
export const layer = (settings: {
  readonly location: Option.Option<BlobLocation>
  readonly accessKeyId: Option.Option<Redacted.Redacted>
  readonly secretAccessKey: Option.Option<Redacted.Redacted>
  readonly dataDir: string
}): Layer.Layer<
  BlobStore,
  BlobCredentialsMissing | PlatformError.PlatformError,
  FileSystem.FileSystem | UnclaimedBlobs
> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const location = Option.getOrElse(settings.location, () => ({
        _tag: "Folder" as const,
        path: join(settings.dataDir, "blobs")
      }))
      if (location._tag === "Folder") return DiskBlobStore.layer(location.path)
      const credentials = Option.getOrUndefined(
        Option.all({ accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey })
      )
      if (credentials === undefined) return yield* new BlobCredentialsMissing({ bucket: location.name })
      // Loaded only when it is used: who keeps blobs in a folder pays no memory for it.
      const S3BlobStore = yield* Effect.promise(() => import("./S3BlobStore.ts"))
      return S3BlobStore.layer(location, credentials, join(settings.dataDir, "spool"))
    })
  )
