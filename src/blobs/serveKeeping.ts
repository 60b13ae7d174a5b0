import { parentPort } from "node:worker_threads"
import type { FileToKeep } from "./keepFile.ts"

/** A file to store, and the id of the answer. */
export interface Keep {
  readonly id: number
  readonly file: FileToKeep
}

/** The answer: the file is stored, or `failure` has the error of `node:fs`. */
export interface Kept {
  readonly id: number
  readonly failure?: { readonly message: string; readonly code: string | undefined }
}

/** Makes this thread store the files that it is sent. */
export const serveKeeping = (keep: (file: FileToKeep) => Promise<void>) =>
  parentPort?.on("message", ({ file, id }: Keep) => {
    keep(file).then(
      () => answer({ id }),
      (error: NodeJS.ErrnoException) => answer({ id, failure: { message: error.message, code: error.code } })
    )
  })

const answer = (kept: Kept) => parentPort?.postMessage(kept)
