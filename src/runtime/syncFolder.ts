import { open } from "node:fs/promises"

/** Syncs a folder, so that its current entries survive a power cut. Rejects like `node:fs`. */
export const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder, "r")
  await handle.sync()
}
