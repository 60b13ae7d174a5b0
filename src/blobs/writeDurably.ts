import { rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { syncFolder } from "../runtime/syncFolder.ts"

/**
 * Writes bytes to the new file `unfinished` and gives it the name `path`: under that name it is whole, also after a power
 * cut, or not there. Rejects with `ENOENT` where the folder of `path` is missing, and leaves nothing behind when it rejects.
 * Node's own calls in a row: through services they cost three times as much, and every mail is kept by this.
 */
export const writeDurably = async (bytes: Uint8Array, unfinished: string, path: string): Promise<void> => {
  try {
    await writeFile(unfinished, bytes, { flag: "wx", mode: 0o600, flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}
