import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import type { Block } from "../blocks/blockKit.ts"
import { callSlack } from "../SlackFailure.ts"
import type { Target } from "../SlackProgress.ts"
import { messagesIn, objectOf, textOf } from "../wire.ts"

/** The metadata type by which we recognize our own messages. */
const eventType = "ticket_opened"
/** Messages searched for one of ours. */
const lookedThrough = 200

export interface Said {
  readonly text: string
  readonly blocks?: ReadonlyArray<Block> | undefined
}

/** Posts a message under `mark` once, and returns its `ts`: retries search for it, back to `since` (Unix time in seconds). */
export const postMarked = Effect.fn("postMarked")(function* (
  client: WebClient,
  { channel, threadTs }: Target,
  said: Said,
  mark: string,
  { attempts, since }: { readonly attempts: number; readonly since: number }
) {
  const known = attempts > 1 ? yield* marked(client, { channel, threadTs }, mark, since) : undefined
  if (known !== undefined) return known
  const { ts } = yield* callSlack("chat.postMessage", () =>
    client.chat.postMessage({
      channel,
      metadata: { event_type: eventType, event_payload: { mark } },
      unfurl_links: false,
      unfurl_media: false,
      ...messageOf(said),
      ...(threadTs === undefined ? {} : { thread_ts: threadTs })
    })
  )
  return ts ?? ""
})

/** The arguments of a message; without blocks, the key is left out. */
export const messageOf = ({ blocks, text }: Said) => (blocks === undefined ? { text } : { text, blocks: [...blocks] })

const marked = Effect.fnUntraced(function* (
  client: WebClient,
  { channel, threadTs }: Target,
  mark: string,
  since: number
) {
  const from = { channel, include_all_metadata: true, limit: lookedThrough, oldest: String(since) }
  const answer =
    threadTs === undefined
      ? yield* callSlack("conversations.history", () => client.conversations.history(from))
      : yield* callSlack("conversations.replies", () => client.conversations.replies({ ...from, ts: threadTs }))
  const ours = messagesIn(answer).find((one) => {
    const metadata = objectOf(one["metadata"])
    return metadata["event_type"] === eventType && objectOf(metadata["event_payload"])["mark"] === mark
  })
  return textOf(ours?.["ts"])
})
