import { Option, Schema } from "effect"

/** The last file that a backup writes: one without it is incomplete. */
export const manifestFile = "backup.json"

const Copied = Schema.Struct({ files: Schema.Int, bytes: Schema.Int })

/** The format of backups that this version writes and reads. */
const format = 1

/** The contents of a backup. */
export const Manifest = Schema.Struct({
  format: Schema.Literal(format),
  beganAt: Schema.DateTimeUtcFromString,
  /** The database is in its state at some time between the two. */
  endedAt: Schema.DateTimeUtcFromString,
  database: Copied,
  /** Absent if blobs are not stored in a folder. */
  blobs: Schema.optional(Copied)
})
export type Manifest = typeof Manifest.Type

const text = Schema.fromJsonString(Manifest)
export const encodeManifest = Schema.encodeSync(text)
export const decodeManifest = Schema.decodeUnknownOption(text)

const decodeFormat = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ format: Schema.Int })))
/** Whether a later version made it, in a format that this one does not know. */
export const isNewer = (manifest: string) => Option.exists(decodeFormat(manifest), (found) => found.format > format)
