import { existsSync, mkdirSync, realpathSync } from "node:fs"
import { readdir, rename, rm, writeFile } from "node:fs/promises"
import { join, relative, resolve } from "node:path"
import { DateTime, Effect, Exit, Schema } from "effect"
import { makeFolder } from "../runtime/makeFolder.ts"
import { syncFolder } from "../runtime/syncFolder.ts"
import { clearLeftovers } from "../sql/embedded/Postmaster.ts"
import { holdFolder } from "../sql/embedded/ProcessLock.ts"
import { saidBy } from "../sql/StatementFailed.ts"
import { copyRunning, copyStopped } from "./copyCluster.ts"
import { copyOne, copyTree, NoRoom } from "./copyTree.ts"
import { encodeManifest, type Manifest, manifestFile } from "./Manifest.ts"

/** There is nothing to back up, or no place for it. The reason is a sentence. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

const keyFile = "encryption.key"
/** Files in DATA_DIR, besides the database and the blobs, that a server needs to continue as the same installation. */
export const ownFiles = ["credentials.json", keyFile]

export interface BackupOptions {
  readonly dataDir: string
  /** The folder of blobs; `undefined` if they are not stored in a folder on this machine. */
  readonly blobsDir: string | undefined
  /** Where backups are created, each in a folder of its own. */
  readonly folder: string
  /** Complete backups to keep in the folder, including this one; all by default. */
  readonly keep?: number | undefined
  /** Leaves out `encryption.key` and `credentials.json`. */
  readonly withoutKeys?: boolean | undefined
  /** Called with the number of bytes copied. */
  readonly told?: ((bytes: number) => void) | undefined
}

export interface Backup extends Manifest {
  readonly path: string
  /** Whether it contains `encryption.key`. */
  readonly hasKey: boolean
  /** Names of older backups that were removed. */
  readonly removed: ReadonlyArray<string>
}

/** The name of a backup is the time at which it began. */
const named = /^trunkline-\d{8}T\d{6}Z$/
const unfinished = /^\.trunkline-\d{8}T\d{6}Z\.part$/

/**
 * Copies an installation with the embedded database: first the database, in its state at the end of the copy, then the
 * blobs, which always exist before the rows that refer to them. A running server is not interrupted. The backup gets its
 * name only once it is complete and on disk.
 */
export const backUp = Effect.fn("backUp")(function* (options: BackupOptions) {
  const { blobsDir, folder, keep, told, withoutKeys = false } = options
  if (!existsSync(join(options.dataDir, "postgres", "PG_VERSION")))
    return yield* new BackupRefused({
      reason: `There is no database in ${resolve(options.dataDir)}: set DATA_DIR to the folder that the server uses.`
    })
  const dataDir = realpathSync(options.dataDir)
  const target = resolve(folder)
  if ([dataDir, blobsDir].some((source) => source !== undefined && isWithin(target, source)))
    return yield* new BackupRefused({
      reason: `${target} is inside a folder that is backed up: specify one outside it, preferably on another disk.`
    })

  const began = yield* DateTime.now
  const name = `trunkline-${DateTime.formatIso(began).slice(0, 19).replaceAll(/[-:]/g, "")}Z`
  const part = join(target, `.${name}.part`)
  yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        makeFolder(target, 0o700)
        // Not recursive: of two backups that begin in the same second, one fails.
        mkdirSync(part, { mode: 0o700 })
      },
      catch: (error) => new BackupRefused({ reason: `${target} cannot be written to (${String(error)}).` })
    }),
    () => Effect.promise(() => rm(part, { recursive: true, force: true }))
  )
  yield* holdFolder(part)
  // Names the backup folder: the folder inside it that was being filled is gone by then.
  const fitting = <A, E, R>(copy: Effect.Effect<A, E, R>) =>
    Effect.mapError(copy, (error) => (error instanceof NoRoom ? new NoRoom({ folder: target }) : error))
  const database = yield* fitting(copyDatabase(join(dataDir, "postgres"), join(part, "postgres"), dataDir, told))
  const blobs =
    blobsDir === undefined || !existsSync(blobsDir)
      ? undefined
      : yield* fitting(copyTree(blobsDir, join(part, "blobs"), { told, skip: (path) => path === ".unfinished" }))
  const manifest: Manifest = { format: 1, beganAt: began, endedAt: yield* DateTime.now, database, blobs }
  const files = ownFiles.filter((file) => !withoutKeys && existsSync(join(dataDir, file)))
  yield* Effect.tryPromise(async () => {
    for (const file of files) await copyOne(join(dataDir, file), join(part, file))
    await writeFile(join(part, manifestFile), encodeManifest(manifest), { mode: 0o600, flush: true })
    await syncFolder(part)
    await rename(part, join(target, name))
    await syncFolder(target)
  })
  const removed = yield* removeOlder(target, keep)
  return { ...manifest, path: join(target, name), hasKey: files.includes(keyFile), removed } satisfies Backup
}, Effect.scoped)

/**
 * Copies a running server's database by its own procedure, and a stopped one's files as they are, while nobody can start it.
 */
const copyDatabase = Effect.fnUntraced(function* (
  clusterDir: string,
  to: string,
  dataDir: string,
  told: BackupOptions["told"]
) {
  const lock = yield* Effect.exit(holdFolder(dataDir))
  if (Exit.isFailure(lock))
    return yield* Effect.catchTags(copyRunning(clusterDir, to, { told }), {
      ClusterUnusable: () =>
        new BackupRefused({
          reason: `Another program is using ${dataDir}, and its database is not ready: try again when it is.`
        }),
      // Such as a server that was stopped or restarted meanwhile.
      SqlError: (error) =>
        new BackupRefused({
          reason: `The database in ${dataDir} could not be copied to the end (${saidBy(error)}): run the same command again when its server is ready. What was already copied is removed.`
        })
    })
  yield* clearLeftovers(clusterDir)
  return yield* copyStopped(clusterDir, to, { told })
}, Effect.scoped)

/**
 * Removes the oldest complete backups beyond those to keep, and incomplete ones older than the newest, except those that
 * another backup is still writing.
 */
const removeOlder = Effect.fnUntraced(function* (folder: string, keep: number | undefined) {
  const remove = (name: string) => Effect.tryPromise(() => rm(join(folder, name), { recursive: true, force: true }))
  const names = yield* Effect.tryPromise(() => readdir(folder))
  const newest = names.filter((name) => named.test(name)).sort()
  const removed = keep === undefined ? [] : newest.slice(0, -keep)
  const unnamed = names.filter((name) => unfinished.test(name) && name.slice(1, -5) < (newest.at(-1) ?? ""))
  yield* Effect.forEach(removed, remove, { discard: true })
  for (const name of unnamed)
    yield* Effect.andThen(holdFolder(join(folder, name)), remove(name)).pipe(
      Effect.catchTag("DataFolderInUse", () => Effect.void),
      Effect.scoped
    )
  return removed
})

const isWithin = (path: string, folder: string) => {
  const way = relative(resolve(folder), path)
  return way === "" || (!way.startsWith("..") && !way.startsWith("/"))
}
