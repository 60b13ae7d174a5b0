import { remember, remembered } from "../../../customer/tabMemory.ts"
import type { Uploaded } from "../uploaded.ts"

/** A file of a form that was not submitted yet, and when it was added. */
type Kept = Uploaded & { readonly at: number }

/** Milliseconds for which a file is usable. The server keeps files without a message for a day, and writing takes a while. */
const usable = 23 * 60 * 60_000

const nameOf = (kept: string) => `trunkline.files.${kept}`

/** Returns the files that this tab remembers for a form, as long as the server has them. */
export const keptFiles = (kept: string): ReadonlyArray<Kept> =>
  ((remembered(nameOf(kept)) ?? []) as ReadonlyArray<Kept>).filter(({ at }) => Date.now() - at < usable)

/** Remembers a form's files until it is submitted. */
export const keepFiles = (kept: string, files: ReadonlyArray<Uploaded>) => {
  const before = keptFiles(kept)
  const now = files.map((file) => before.find(({ id }) => id === file.id) ?? { ...file, at: Date.now() })
  remember(nameOf(kept), now.length === 0 ? undefined : now)
}
