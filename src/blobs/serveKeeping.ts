import { parentPort } from "node:worker_threads"
import type { FileToKeep } from "./keepFile.ts"

/** A file to keep, and the number under which that is answered. */
export interface Keep {
  readonly id: number
  readonly file: FileToKeep
}

/** It is kept, or why it could not be, as `node:fs` says that. */
export interface Kept {
  readonly id: number
  readonly failure?: { readonly message: string; readonly code: string | undefined }
}

/** Has a thread keep what it is sent. */
export const serveKeeping = (keep: (file: FileToKeep) => Promise<void>) =>
  parentPort?.on("message", ({ file, id }: Keep) => {
    keep(file).then(
      () => answer({ id }),
      (error: NodeJS.ErrnoException) => answer({ id, failure: { message: error.message, code: error.code } })
    )
  })

const answer = (kept: Kept) => parentPort?.postMessage(kept)
