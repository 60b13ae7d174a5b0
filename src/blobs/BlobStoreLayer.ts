import { join, resolve } from "node:path"
import { Effect, type FileSystem, Layer, Option, type PlatformError, type Redacted, Schema } from "effect"
import { makeFolder } from "../runtime/makeFolder.ts"
import type { BlobStore } from "../tickets/files/BlobStore.ts"
import type { UnclaimedBlobs } from "../tickets/files/UnclaimedBlobs.ts"
import type { BlobLocation } from "./BlobLocation.ts"
import * as DiskBlobStore from "./DiskBlobStore.ts"

/** The mode before the process's umask applies: several nodes may share the folder. */
const folderMode = 0o777

/** BLOBS_URL names a bucket, but at least one of its two credentials is not set. */
export class BlobCredentialsMissing extends Schema.TaggedError<BlobCredentialsMissing>()("BlobCredentialsMissing", {
  bucket: Schema.String
}) {
  override get message() {
    return `BLOBS_URL names the bucket ${this.bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.`
  }
}

/** The folder for files cannot be created. `reason` is the system's error message. */
export class BlobFolderUnusable extends Schema.TaggedError<BlobFolderUnusable>()("BlobFolderUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The folder ${this.path} for files cannot be used (${this.reason}): set BLOBS_URL to one that this user may write to.`
  }
}

/** The blob store that the settings choose: a folder (`dataDir`/blobs by default) or a bucket. */
export const layer = (settings: {
  readonly location: Option.Option<BlobLocation>
  readonly accessKeyId: Option.Option<Redacted.Redacted>
  readonly secretAccessKey: Option.Option<Redacted.Redacted>
  readonly dataDir: string
}): Layer.Layer<
  BlobStore,
  BlobCredentialsMissing | BlobFolderUnusable | PlatformError.PlatformError,
  FileSystem.FileSystem | UnclaimedBlobs
> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const location = Option.getOrElse(settings.location, () => ({
        _tag: "Folder" as const,
        path: join(settings.dataDir, "blobs")
      }))
      if (location._tag === "Folder") {
        const path = resolve(location.path)
        yield* Effect.try({
          try: () => makeFolder(path, folderMode),
          catch: (error) =>
            new BlobFolderUnusable({ path, reason: error instanceof Error ? error.message : String(error) })
        })
        return DiskBlobStore.layer(path)
      }
      const credentials = Option.getOrUndefined(
        Option.all({ accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey })
      )
      if (credentials === undefined) return yield* new BlobCredentialsMissing({ bucket: location.name })
      // Loaded only if it is used, to save memory.
      const S3BlobStore = yield* Effect.promise(() => import("./S3BlobStore.ts"))
      return S3BlobStore.layer(location, credentials, join(settings.dataDir, "spool"))
    })
  )
