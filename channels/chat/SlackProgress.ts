import { Schema } from "effect"

/** How far the attempts to send a message got. */
export const Progress = Schema.Struct({
  /** The `ts` of each message that its parts were posted as. */
  posted: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The thread is gone or locked: the first message stands in the channel itself and begins a new thread. */
  isMoved: Schema.optionalKey(Schema.Boolean),
  /** The ids of its files at Slack, once their bytes are uploaded. */
  files: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Slack does not allow us to post under an agent's name. */
  anonymous: Schema.optionalKey(Schema.Boolean)
})
export type Progress = typeof Progress.Type

/** Where a message is posted. */
export interface Target {
  readonly channel: string
  readonly threadTs: string | undefined
}

/** Parses the key of a conversation, which is a thread or a whole direct conversation. */
export const targetOf = (key: string): Target => {
  const [channel = "", threadTs] = key.split(":", 2)
  return { channel, threadTs }
}
