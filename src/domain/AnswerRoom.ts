import { Context, Effect } from "effect"
import type { DatabaseUnavailable } from "./DatabaseUnavailable.ts"

/**
 * Waits until there is memory for an answer of about this many bytes. Large reads without pages call it before they read,
 * because an answer that is refused after the read has already cost its memory. By default, there is always room.
 */
export const AnswerRoom = Context.Reference<(bytes: number) => Effect.Effect<void, DatabaseUnavailable>>(
  "trunkline/domain/AnswerRoom",
  { defaultValue: () => () => Effect.void }
)
