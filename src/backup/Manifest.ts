import { Option, Schema } from "effect"

/** Name of the file that a backup ends with: one without it was broken off. */
export const manifestFile = "backup.json"

const Copied = Schema.Struct({ files: Schema.Int, bytes: Schema.Int })

/** The form in which this version makes backups, and reads them. */
const format = 1

/** What a backup holds. */
export const Manifest = Schema.Struct({
  format: Schema.Literal(format),
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

const decodeFormat = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ format: Schema.Int })))
/** Whether a later version made it, in a form that this one does not know. */
export const isNewer = (manifest: string) => Option.exists(decodeFormat(manifest), (found) => found.format > format)
