import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** A file that is to be kept for good. */
export interface FileToKeep {
  /** Its bytes; absent where they stand under `unfinished` already, synced to the disk. */
  readonly bytes?: Uint8Array | undefined
  /** A name of its own on the same file system, for as long as it is not whole. */
  readonly unfinished: string
  /** The name under which it is kept. */
  readonly path: string
}

/** Why a file could not be kept, as `node:fs` says it. Plain, so that it passes from thread to thread. */
export interface KeepingFailure {
  readonly message: string
  readonly code: string | undefined
}

/**
 * Keeps files: under its name each is whole, also after a power cut, or not there. Answers for each why it could not be kept;
 * undefined where it is. A folder is synced once for all files that got a name in it, so that those that come together share
 * that. Missing folders are made; nothing is left of what could not be written. Waits for the disk: for a thread of its own.
 */
export const keepFiles = (
  files: ReadonlyArray<FileToKeep>,
  sync: (folder: string) => void = syncFolder
): ReadonlyArray<KeepingFailure | undefined> => {
  const named = files.map((file) => attempt(() => name(file)))
  const changed = new Set(named.flatMap(({ value = [] }) => value))
  const synced = new Map([...changed].map((folder) => [folder, attempt(() => sync(folder))]))
  return named.map(
    ({ failure, value = [] }) =>
      failure ?? value.map((folder) => synced.get(folder)?.failure).find((why) => why !== undefined)
  )
}

/** Writes a file and gives it its name. Answers the folders in which that made new names. */
const name = ({ bytes, path, unfinished }: FileToKeep): ReadonlyArray<string> => {
  try {
    if (bytes !== undefined) writeFileSync(unfinished, bytes, { flag: "wx", mode: 0o600, flush: true })
    return [dirname(path), ...move(unfinished, path)]
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Answers the folders that got a folder which was missing. */
const move = (from: string, to: string): ReadonlyArray<string> => {
  try {
    renameSync(from, to)
    return []
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error
  }
  const made = mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
  return made === undefined ? [] : above(dirname(to), dirname(made))
}

/** The folders that hold `folder`, up to `top`. */
const above = (folder: string, top: string): ReadonlyArray<string> =>
  folder === top ? [] : [dirname(folder), ...above(dirname(folder), top)]

const syncFolder = (folder: string) => {
  const handle = openSync(folder, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** What `run` answers, or why it could not. */
const attempt = <A>(run: () => A): { readonly value?: A; readonly failure?: KeepingFailure } => {
  try {
    return { value: run() }
  } catch (error) {
    return { failure: { message: error instanceof Error ? error.message : String(error), code: codeOf(error) } }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : undefined)
