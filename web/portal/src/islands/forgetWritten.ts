import { remember, remembered } from "../../../customer/tabMemory.ts"
import { keepFiles } from "./keptFiles.ts"

/** The content of a form's inputs: text, and whether boxes are ticked. */
export type Written = ReadonlyArray<string | boolean>

/** Storage name of a form's draft. */
export const nameOf = (kept: string) => `trunkline.written.${kept}`

/** Forgets a form's draft and files if the draft contains all texts of one of these, because they were sent or discarded. */
export const forgetWritten = (kept: string, ...sent: ReadonlyArray<ReadonlyArray<string>>) => {
  // Normalized only once: a conversation has thousands of messages, and a draft may be long.
  const written = (remembered(nameOf(kept)) as Written | null)?.map(bare)
  if (!written || !sent.some((texts) => texts.every((text) => written.includes(bare(text))))) return
  remember(nameOf(kept), undefined)
  keepFiles(kept, [])
}

/** A text without whitespace, which a form may change. */
const bare = (text: unknown) => String(text).replace(/\s+/g, "")
