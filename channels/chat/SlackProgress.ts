import { Schema } from "effect"

/** How far the attempts at a message came. */
export const Progress = Schema.Struct({
  /** The messages that its parts became. */
  posted: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The thread was removed: the first of them stands in the channel by itself, and begins a new one. */
  isMoved: Schema.optionalKey(Schema.Boolean),
  /** What its files are called at Slack, once their bytes are there. */
  files: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Slack does not let us write under an agent's name. */
  anonymous: Schema.optionalKey(Schema.Boolean)
})
export type Progress = typeof Progress.Type

/** Where a message goes. */
export interface Target {
  readonly channel: string
  readonly threadTs: string | undefined
}

/** A conversation is a thread, or all of a direct one. */
export const targetOf = (key: string): Target => {
  const [channel = "", threadTs] = key.split(":", 2)
  return { channel, threadTs }
}
