import { Context, Effect, FileSystem, Layer, Option, Path, type PlatformError, Redacted, Result, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64, Hex } from "effect/encoding"
import { syncFolder } from "../runtime/syncFolder.ts"

/** Bytes of a key. AES-256 and HKDF-SHA-256 both take 32. */
const keyLength = 32
/** File name in DATA_DIR of the key that the first start creates. */
const fileName = "encryption.key"
/** Folder name in DATA_DIR of the embedded database, which may contain secrets sealed with an earlier key. */
const clusterName = "postgres"

/** The database is external, so the key that seals its secrets must be configured and is never generated. */
export class EncryptionKeyMissing extends Schema.TaggedError<EncryptionKeyMissing>()("EncryptionKeyMissing", {
  file: Schema.String
}) {
  override get message() {
    return `DATABASE_URL is set, so ENCRYPTION_KEY must be set too, to the same value on every node (or be stored in ${this.file}). Create one with: openssl rand -base64 32`
  }
}

/** A key is not 32 bytes in base64 or hex. The error never shows the key. */
export class EncryptionKeyMalformed extends Schema.TaggedError<EncryptionKeyMalformed>()("EncryptionKeyMalformed", {
  source: Schema.String
}) {
  override get message() {
    return `${this.source} must be 32 random bytes as base64 or hex (several, newest first, separated by commas). Create one with: openssl rand -base64 32`
  }
}

export interface EncryptionKeyOptions {
  /** The setting ENCRYPTION_KEY. */
  readonly configured: Option.Option<Redacted.Redacted>
  readonly dataDir: string
  /** Whether DATABASE_URL is set. */
  readonly externalDatabase: boolean
}

/** The installation's keys, newest first. The first one seals; all of them can open. */
export class EncryptionKey extends Context.Service<
  EncryptionKey,
  Redacted.Redacted<readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]>
>()("trunkline/accounts/EncryptionKey") {
  /** The configured key, else the one in DATA_DIR, else (only with the embedded database) a new one stored there (0600). */
  static readonly layer = (
    options: EncryptionKeyOptions
  ): Layer.Layer<
    EncryptionKey,
    EncryptionKeyMissing | EncryptionKeyMalformed | PlatformError.PlatformError,
    FileSystem.FileSystem | Path.Path
  > => Layer.effect(EncryptionKey, resolve(options)).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}

const resolve = Effect.fnUntraced(function* ({ configured, dataDir, externalDatabase }: EncryptionKeyOptions) {
  if (Option.isSome(configured)) return yield* parse("ENCRYPTION_KEY", Redacted.value(configured.value))

  const files = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(dataDir, fileName)
  if (!(yield* files.exists(file))) {
    if (externalDatabase) return yield* new EncryptionKeyMissing({ file })
    const random = yield* SecureRandom.SecureRandom
    const made = Base64.encode(yield* random.randomBytes(keyLength))
    const isFirst = !(yield* files.exists((yield* Path.Path).join(dataDir, clusterName)))
    yield* keep(dataDir, file, `${made}\n`)
    if (!isFirst)
      yield* Effect.logWarning(
        `There is a database but no encryption key, so a new ${file} was created. It cannot open what an earlier key sealed: if you have that key, put it there or into ENCRYPTION_KEY, and start again.`
      )
  }
  return yield* parse(file, yield* files.readFileString(file))
})

/**
 * Stores the first key atomically, flushed to disk before anything is sealed with it. If two are made at once, one wins. Leaves
 * no copy of the key behind, even if something else refuses the start meanwhile.
 */
const keep = Effect.fnUntraced(function* (dataDir: string, file: string, key: string) {
  const files = yield* FileSystem.FileSystem
  const written = `${file}.${process.pid}`
  yield* files.makeDirectory(dataDir, { recursive: true })
  yield* files.writeFileString(written, key, { mode: 0o600 }).pipe(
    Effect.andThen(Effect.scoped(Effect.flatMap(files.open(written), ({ sync }) => sync))),
    Effect.andThen(files.link(written, file)),
    Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.void),
    Effect.ensuring(Effect.ignore(files.remove(written, { force: true })))
  )
  yield* Effect.promise(() => syncFolder(dataDir))
}, Effect.uninterruptible)

const parse = (source: string, text: string) => {
  const [first, ...others] = text.split(",").map((part) => decode(part.trim()))
  return first === undefined || others.includes(undefined)
    ? Effect.fail(new EncryptionKeyMalformed({ source }))
    : Effect.succeed(Redacted.make([first, ...others.filter((key) => key !== undefined)] as const))
}

const decode = (text: string): Uint8Array | undefined => {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Hex.decode(text) : Base64.decode(text)
  return Result.isSuccess(bytes) && bytes.success.length === keyLength ? bytes.success : undefined
}
