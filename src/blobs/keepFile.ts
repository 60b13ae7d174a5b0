import { closeSync, fsync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { syncFolder } from "../runtime/syncFolder.ts"

const sync = promisify(fsync)

/** A file to be stored durably. */
export interface FileToKeep {
  /** Its bytes; absent if they are already at `unfinished`, synced to disk. */
  readonly bytes?: Uint8Array | undefined
  /** A unique path on the same file system, for use until the file is complete. */
  readonly unfinished: string
  /** The final path. */
  readonly path: string
}

/**
 * Stores files durably: even after a power cut, each final path has the whole file or nothing. Missing folders are created.
 * Rejects like `node:fs`, and leaves nothing behind on failure. Concurrent files share the syncs of their folder. Short calls
 * are synchronous, which is cheapest but blocks the caller, so this needs a thread of its own.
 */
export const fileKeeper = (syncNames: (folder: string) => Promise<void> = syncFolder) => {
  const synced = sharing(syncNames)
  /** Syncs of newly created folders that have not finished: other files may already have been moved into these. */
  const making = new Set<Promise<unknown>>()

  return async (file: FileToKeep): Promise<void> => {
    const changed = await named(file)
    if (changed.length > 0) {
      const made = Promise.all(changed.map(synced)).finally(() => making.delete(made))
      making.add(made)
    }
    await Promise.all([synced(dirname(file.path)), ...making])
  }
}

/**
 * Shares `sync` among concurrent callers. Callers that come while a folder is being synced share the next sync, because the
 * current one may have started before their files were there.
 */
const sharing = (sync: (folder: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  const begin = (folder: string) => {
    next.delete(folder)
    const done = sync(folder).finally(() => running.delete(folder))
    running.set(folder, done)
    return done
  }
  return (folder: string): Promise<void> => {
    const now = running.get(folder)
    if (now === undefined) return begin(folder)
    const known = next.get(folder) ?? now.catch(() => {}).then(() => begin(folder))
    next.set(folder, known)
    return known
  }
}

/** Writes a file and moves it to its path. Returns the folders in which a missing folder was created. */
const named = async ({ bytes, path, unfinished }: FileToKeep): Promise<ReadonlyArray<string>> => {
  try {
    if (bytes !== undefined) await write(unfinished, bytes)
    return move(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

const write = async (path: string, bytes: Uint8Array) => {
  const file = openSync(path, "wx", 0o600)
  try {
    writeFileSync(file, bytes)
    await sync(file)
  } finally {
    closeSync(file)
  }
}

const move = (from: string, to: string): ReadonlyArray<string> => {
  try {
    renameSync(from, to)
    return []
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error
  }
  const made = mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
  return made === undefined ? [] : above(dirname(to), dirname(made))
}

/** The ancestors of `folder`, up to `top`. */
const above = (folder: string, top: string): ReadonlyArray<string> =>
  folder === top ? [] : [dirname(folder), ...above(dirname(folder), top)]
