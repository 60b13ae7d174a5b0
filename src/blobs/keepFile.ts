import { closeSync, fsync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { syncFolder } from "../runtime/syncFolder.ts"

const sync = promisify(fsync)

/** A file that is to be kept for good. */
export interface FileToKeep {
  /** Its bytes; absent where they stand under `unfinished` already, synced to the disk. */
  readonly bytes?: Uint8Array | undefined
  /** A name of its own on the same file system, for as long as it is not whole. */
  readonly unfinished: string
  /** The name under which it is kept. */
  readonly path: string
}

/**
 * Keeps files: under its name each is whole, also after a power cut, or not there. Missing folders are made. Rejects as
 * `node:fs` does, and leaves nothing of what it could not write. Files that come together share the syncing of their folder.
 * Calls that are soon done hold up whoever makes them, which costs least: for a thread of its own.
 */
export const fileKeeper = (syncNames: (folder: string) => Promise<void> = syncFolder) => {
  const synced = sharing(syncNames)
  /** Folders that were missing, until they are on the disk: other files may have got names in them already. */
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
 * `sync`, once for all that ask at the same time: who asks while a folder is being synced shares the next time, because
 * this one may have begun before their names were there.
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

/** Writes a file and gives it its name. Answers the folders that got a folder which was missing. */
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

/** The folders that hold `folder`, up to `top`. */
const above = (folder: string, top: string): ReadonlyArray<string> =>
  folder === top ? [] : [dirname(folder), ...above(dirname(folder), top)]
