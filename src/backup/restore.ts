import { existsSync, readdirSync, readFileSync } from "node:fs"
import { rename, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Option, Schema } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { makeFolder } from "../runtime/makeFolder.ts"
import { syncFolder } from "../runtime/syncFolder.ts"
import * as EmbeddedPostgres from "../sql/EmbeddedPostgres.ts"
import { restoringFile } from "../sql/embedded/Cluster.ts"
import { holdFolder } from "../sql/embedded/ProcessLock.ts"
import { serverAccount } from "../sql/embedded/ServerAccount.ts"
import { ownFiles } from "./backUp.ts"
import { type Copied, copyOne, copyTree } from "./copyTree.ts"
import { decodeManifest, isNewer, type Manifest, manifestFile } from "./Manifest.ts"

/** The backup is incomplete, or there is no room for it. The reason is a sentence. */
export class RestoreRefused extends Schema.TaggedError<RestoreRefused>()("RestoreRefused", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

export interface RestoreOptions {
  /** The folder of one backup. */
  readonly backup: string
  /** Empty, nonexistent, or left by an interrupted restore. */
  readonly dataDir: string
  /**
   * The folder of blobs: in `dataDir`, or empty or nonexistent; `undefined` if they are not stored in a folder on this
   * machine.
   */
  readonly blobsDir: string | undefined
  /** Called with the number of bytes copied. */
  readonly told?: ((bytes: number) => void) | undefined
}

/** The contents of the restored database. */
export interface Restored extends Manifest {
  readonly tickets: number
  readonly comments: number
}

/**
 * Creates a data folder from a backup, starts its database once so that it recovers, and counts what it contains. The
 * database gets its name only once it is complete: until then the server refuses to start, and after an interruption, even
 * by `kill -9`, the same command begins again.
 */
export const restore = Effect.fn("restore")(function* (options: RestoreOptions) {
  const { told } = options
  const [backup, dataDir] = [resolve(options.backup), resolve(options.dataDir)]
  const manifest = yield* readManifest(backup)
  const blobsDir = options.blobsDir === undefined ? undefined : resolve(options.blobsDir)
  const isBrokenOff = existsSync(join(dataDir, restoringFile))
  for (const folder of [dataDir, ...(blobsDir === undefined ? [] : [blobsDir])]) {
    const isLeftover = isBrokenOff && `${folder}/`.startsWith(`${dataDir}/`)
    if (!isLeftover && existsSync(folder) && readdirSync(folder).length > 0)
      return yield* new RestoreRefused({
        reason: `${folder} is not empty, and nothing is overwritten: restore into another folder, such as DATA_DIR=./restored ${
          folder === dataDir ? "" : "BLOBS_URL=./restored/blobs "
        }npm run restore -- ${options.backup}`
      })
  }
  yield* Effect.scoped(
    Effect.gen(function* () {
      // When root creates it, others may pass through it: the database below it runs as another user.
      yield* Effect.try({
        try: () => makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700),
        catch: (error) => new RestoreRefused({ reason: `${dataDir} cannot be created (${String(error)}).` })
      })
      yield* holdFolder(dataDir)
      const owner = yield* serverAccount(join(dataDir, "postgres"))
      const staging = join(dataDir, `postgres.new-${process.pid}`)
      const copied = Effect.gen(function* () {
        yield* Effect.tryPromise(() => begin(dataDir))
        yield* isWhole("database", manifest.database, copyTree(join(backup, "postgres"), staging, { owner, told }))
        const { blobs } = manifest
        if (blobs !== undefined && blobsDir !== undefined)
          yield* isWhole("files", blobs, copyTree(join(backup, "blobs"), blobsDir, { told }))
        yield* Effect.tryPromise(async () => {
          for (const file of ownFiles) {
            // A server that was started too early is refused, but may have created a key, which opens nothing here.
            await rm(join(dataDir, file), { force: true })
            if (existsSync(join(backup, file))) await copyOne(join(backup, file), join(dataDir, file))
          }
          await rename(staging, join(dataDir, "postgres"))
          await rm(join(dataDir, restoringFile))
          await syncFolder(dataDir)
        })
      })
      // Both were empty, and become so again: this frees the disk, and the same command can be repeated.
      yield* Effect.onError(copied, () =>
        Effect.promise(async () => {
          for (const folder of [dataDir, blobsDir ?? dataDir]) await emptied(folder)
        })
      )
    })
  )
  return { ...manifest, ...(yield* counted(dataDir)) } satisfies Restored
})

/** Marks the folder as being restored, and removes what an interrupted restore left. */
const begin = async (dataDir: string) => {
  await writeFile(join(dataDir, restoringFile), "", { mode: 0o600, flush: true })
  await syncFolder(dataDir)
  await cleared(dataDir)
}

/** Keeps the folder itself, which may be a mount point. */
const emptied = async (folder: string) => {
  await cleared(folder)
  await rm(join(folder, restoringFile), { force: true })
}

/** Removes everything but the mark of an unfinished restore. */
const cleared = async (folder: string) => {
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names) if (name !== restoringFile) await rm(join(folder, name), { recursive: true, force: true })
}

const readManifest = (backup: string) =>
  Effect.gen(function* () {
    const file = join(backup, manifestFile)
    const text = existsSync(file) ? readFileSync(file, "utf8") : ""
    const manifest = decodeManifest(text)
    return Option.isSome(manifest)
      ? manifest.value
      : yield* new RestoreRefused({
          reason: isNewer(text)
            ? `${backup} was made by a newer Trunkline: restore it with that version.`
            : `${backup} is not a backup: specify a folder that \`npm run backup\` made, which contains ${manifestFile}.`
        })
  })

/** Fails unless the copy has as many files and bytes as the backup when it was made. */
const isWhole = Effect.fnUntraced(function* <E>(
  what: string,
  { bytes, files }: Copied,
  copy: Effect.Effect<Copied, E>
) {
  const copied = yield* copy
  if (copied.files !== files || copied.bytes !== bytes)
    return yield* new RestoreRefused({
      reason: `The backup is damaged: its ${what} should have ${files} files with ${bytes} bytes, but ${copied.files} files with ${copied.bytes} bytes are there.`
    })
})

const counted = Effect.fnUntraced(function* (dataDir: string) {
  const url = yield* EmbeddedPostgres.start({ dataDir, durable: true })
  const sql = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
  const [counts] = yield* sql<{ tickets: number; comments: number }>`
    SELECT (SELECT count(*)::int FROM tickets) AS tickets, (SELECT count(*)::int FROM comments) AS comments`
  return { tickets: counts?.tickets ?? 0, comments: counts?.comments ?? 0 }
}, Effect.scoped)
