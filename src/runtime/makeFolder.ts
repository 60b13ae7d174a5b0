import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Makes a folder, and those above it that are missing, unless it is there. Throws as `node:fs` does. A step at a time: where the
 * system says of a folder that is there that it is not, as below /proc, `recursive` goes round in a circle for ever.
 */
export const makeFolder = (path: string, mode: number): void => {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory()) return
  const above = dirname(path)
  if (there === undefined && above !== path) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
