import { Context, Effect } from "effect"
import type { DatabaseUnavailable } from "./DatabaseUnavailable.ts"

/**
 * Waits until there is room for an answer of about so many bytes. Whoever reads much that has no pages asks before reading it:
 * what is read and then refused has cost its memory. There is always room where nobody counts.
 */
export const AnswerRoom = Context.Reference<(bytes: number) => Effect.Effect<void, DatabaseUnavailable>>(
  "trunkline/domain/AnswerRoom",
  { defaultValue: () => () => Effect.void }
)
