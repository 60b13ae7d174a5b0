import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, type Option, Schema } from "effect"
import { syncFolder } from "./runtime/syncFolder.ts"

/** What the first start created, for scripts and for later starts to show again. The keys are stored nowhere else. */
export class Credentials extends Schema.Class<Credentials>("Credentials")({
  apiUrl: Schema.String,
  adminUrl: Schema.String,
  smtpHost: Schema.String,
  /** 0 if inbound mail is off. */
  smtpPort: Schema.Int,
  accountId: Schema.String,
  brandId: Schema.String,
  brandSlug: Schema.String,
  supportAddress: Schema.String,
  liveKey: Schema.RedactedFromValue(Schema.NonEmptyString),
  testKey: Schema.RedactedFromValue(Schema.NonEmptyString),
  testBrandId: Schema.String,
  adminEmail: Schema.String,
  /** Signs the owner in once, shortly after the start that wrote it. */
  signInUrl: Schema.optional(Schema.RedactedFromValue(Schema.NonEmptyString))
}) {}

/** The file exists, but no start wrote it in this form. */
export class CredentialsUnreadable extends Schema.TaggedError<CredentialsUnreadable>()("CredentialsUnreadable", {
  file: Schema.String
}) {
  override get message() {
    return `${this.file} does not contain the credentials that Trunkline wrote: restore it, or remove it and create new API keys with POST /v1/accounts/me/api-keys.`
  }
}

/** The file cannot be written, for example on a full disk; `reason` is the operating system's. */
export class CredentialsUnwritable extends Schema.TaggedError<CredentialsUnwritable>()("CredentialsUnwritable", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.file} cannot be written (${this.reason}): make room there, or set DATA_DIR to a folder that this user may write to.`
  }
}

const Json = Schema.fromJsonString(Credentials)
const fileOf = (dataDir: string) => join(dataDir, "credentials.json")

/**
 * The credentials of an earlier start, if any. They are on disk before the database contains them: after a start that was
 * killed in between, the next one finds them here and seeds the database with the same ids and keys.
 */
export const read = (dataDir: string): Effect.Effect<Option.Option<Credentials>, CredentialsUnreadable> => {
  const file = fileOf(dataDir)
  return existsSync(file)
    ? Effect.sync(() => readFileSync(file, "utf8")).pipe(
        Effect.flatMap(Schema.decodeUnknownEffect(Json)),
        Effect.asSome,
        Effect.catchCause(() => Effect.fail(new CredentialsUnreadable({ file })))
      )
    : Effect.succeedNone
}

/** Replaces the whole file (mode 0600). Once it returns, the file survives a power failure. */
export const write = Effect.fn("Credentials.write")(function* (dataDir: string, credentials: Credentials) {
  const json = yield* Effect.orDie(Schema.encodeEffect(Json)(credentials))
  const file = fileOf(dataDir)
  const written = `${file}.${process.pid}`
  yield* Effect.tryPromise({
    try: async () => {
      writeFileSync(written, `${JSON.stringify(JSON.parse(json), null, 2)}\n`, { mode: 0o600, flush: true })
      renameSync(written, file)
      await syncFolder(dataDir)
    },
    catch: (error) => {
      rmSync(written, { force: true, recursive: true })
      return new CredentialsUnwritable({ file, reason: error instanceof Error ? error.message : String(error) })
    }
  })
})

/** Removes credentials that became worthless because another node's first start was faster: the database contains its keys. */
export const remove = (dataDir: string) => Effect.sync(() => rmSync(fileOf(dataDir), { force: true }))
