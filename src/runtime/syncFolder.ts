import { open } from "node:fs/promises"

/** Makes the names in a folder, as they are now, survive a power cut. Rejects as `node:fs` does. */
export const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder, "r")
  await handle.sync()
}
