import { parentPort } from "node:worker_threads"
import { type FileToKeep, keepFiles } from "./keepFiles.ts"

// The program of `KeepingThread`: files in each message, and in each answer why they could not be kept.

parentPort?.on("message", (files: ReadonlyArray<FileToKeep>) => parentPort?.postMessage(keepFiles(files)))
