import { constants } from "node:fs"
import { chown, copyFile, mkdir, open, readdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Cause, Effect, Schema } from "effect"
import { isDiskFull } from "../runtime/isDiskFull.ts"
import { syncFolder } from "../runtime/syncFolder.ts"

/** Files copied at a time. */
const parallel = 8

/** The disk of a folder is full. The message says what to do. */
export class NoRoom extends Schema.TaggedError<NoRoom>()("NoRoom", { folder: Schema.String }) {
  override get message() {
    return `There is not enough space on the disk of ${this.folder}: free some, or specify a folder on another disk, and run the same command again. What was already copied is removed.`
  }
}

/** What was copied. */
export interface Copied {
  readonly files: number
  readonly bytes: number
}

export interface CopyOptions {
  /** Paths below the folder, with `/`, to leave out. */
  readonly skip?: ((path: string) => boolean) | undefined
  /** Owner of the copies; by default, the current user. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
  /** Called with the size of each copied file. */
  readonly told?: ((bytes: number) => void) | undefined
  /** When aborted, stops copying, and fails once the files in progress are finished. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Copies a folder, which may change meanwhile, to one that does not exist yet. Leaves out sockets, and files removed before
 * their turn. When it returns, the copies are on disk. Fails with `NoRoom`, otherwise as `node:fs` does. After an
 * interruption, nothing more is written.
 */
export const copyTree = (from: string, to: string, options: Omit<CopyOptions, "signal"> = {}) =>
  Effect.suspend(() => {
    const ending = new AbortController()
    const copying = copyFolder(from, to, "", { ...options, signal: ending.signal })
    const end = async () => {
      ending.abort()
      await copying.catch(() => {})
    }
    return Effect.onInterrupt(
      Effect.tryPromise({
        try: () => copying,
        catch: (error) => (isDiskFull(error) ? new NoRoom({ folder: dirname(to) }) : new Cause.UnknownError(error))
      }),
      () => Effect.promise(end)
    )
  })

/** One folder at a time, so that memory does not grow with the number of files. */
const copyFolder = async (from: string, to: string, below: string, options: CopyOptions): Promise<Copied> => {
  const copied = { files: 0, bytes: 0 }
  const entries = await existing(readdir(join(from, below), { withFileTypes: true }))
  if (entries === undefined) return copied
  const folder = join(to, below)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (options.owner !== undefined) await chown(folder, options.owner.uid, options.owner.gid)
  const pathOf = (name: string) => (below === "" ? name : `${below}/${name}`)
  const wanted = entries.filter(({ name }) => options.skip?.(pathOf(name)) !== true)
  const files = wanted.filter((entry) => entry.isFile()).map(({ name }) => pathOf(name))
  const next = async (): Promise<void> => {
    for (let path = files.pop(); path !== undefined; path = files.pop()) {
      options.signal?.throwIfAborted()
      const size = await copyOne(join(from, path), join(to, path), options.owner)
      if (size === undefined) continue
      copied.files += 1
      copied.bytes += size
      options.told?.(size)
    }
  }
  const failures: Array<unknown> = []
  const failed = (error: unknown) => {
    // The other workers finish their current file, so that nothing is written after this has failed.
    files.length = 0
    failures.push(error)
  }
  await Promise.all(Array.from({ length: parallel }, () => next().catch(failed)))
  if (failures.length > 0) throw failures[0]
  for (const entry of wanted) {
    if (!entry.isDirectory()) continue
    const inner = await copyFolder(from, to, pathOf(entry.name), options)
    copied.files += inner.files
    copied.bytes += inner.bytes
  }
  await syncFolder(folder)
  return copied
}

/** Copies a file and syncs it to disk. Returns the bytes of the copy, or `undefined` if the file no longer exists. */
export const copyOne = async (from: string, to: string, owner?: CopyOptions["owner"]): Promise<number | undefined> => {
  const copied = await existing(copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true))
  if (copied === undefined) return undefined
  if (owner !== undefined) await chown(to, owner.uid, owner.gid)
  // Opened for reading: its owner may have no permission to write, as with a key.
  const file = await open(to, "r")
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

const existing = <A>(work: Promise<A>): Promise<A | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  })
