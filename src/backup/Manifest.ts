import { Schema } from "effect"

/** Name of the file that a backup ends with: one without it was broken off. */
export const manifestFile = "backup.json"

const Copied = Schema.Struct({ files: Schema.Int, bytes: Schema.Int })

/** What a backup holds. */
export const Manifest = Schema.Struct({
  format: Schema.Literal(1),
  beganAt: Schema.DateTimeUtcFromString,
  /** The database is as it was between the two moments. */
  endedAt: Schema.DateTimeUtcFromString,
  database: Copied,
  /** Absent where blobs are not kept in a folder. */
  blobs: Schema.optional(Copied)
})
export type Manifest = typeof Manifest.Type

const text = Schema.fromJsonString(Manifest)
export const encodeManifest = Schema.encodeSync(text)
export const decodeManifest = Schema.decodeUnknownOption(text)
