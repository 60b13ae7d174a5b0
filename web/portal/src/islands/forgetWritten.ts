import { remember, remembered } from "../../../customer/tabMemory.ts"
import { keepFiles } from "./keptFiles.ts"

/** What stands in the inputs of a form: texts, and whether boxes are ticked. */
export type Written = ReadonlyArray<string | boolean>

/** By which the tab remembers what is written into a form. */
export const nameOf = (kept: string) => `trunkline.written.${kept}`

/** Forgets what was written into a form, and its files, if it is there now, or nobody wants it: all texts of one of these. */
export const forgetWritten = (kept: string, ...sent: ReadonlyArray<ReadonlyArray<string>>) => {
  // Once for all: a conversation has thousands of messages, and what is written may be long.
  const written = (remembered(nameOf(kept)) as Written | null)?.map(bare)
  if (!written || !sent.some((texts) => texts.every((text) => written.includes(bare(text))))) return
  remember(nameOf(kept), undefined)
  keepFiles(kept, [])
}

/** A text without its spaces, which a form may change. */
const bare = (text: unknown) => String(text).replace(/\s+/g, "")
