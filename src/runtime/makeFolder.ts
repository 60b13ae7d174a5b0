import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Creates a folder and its missing parents, unless it exists. Throws like `node:fs`. It goes step by step, because with
 * `recursive`, Node loops forever where the system denies that an existing folder exists, as below /proc.
 */
export const makeFolder = (path: string, mode: number): void => {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory()) return
  const above = dirname(path)
  if (there === undefined && above !== path) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
