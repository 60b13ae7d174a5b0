import { createHash } from "node:crypto"
import type { OutlookThread } from "../../../src/domain/InboundMessage.ts"
import type { HeaderFields } from "./HeaderFields.ts"
import { oneLine } from "./oneLine.ts"

/** Characters read of these fields. */
const limits = { index: 2_000, topic: 255 } as const
/** The length of an index's header, and the offset of the conversation's GUID in it, in bytes. */
const head = { length: 22, guid: 6 } as const

/**
 * `Thread-Index` and `Thread-Topic`, by which Outlook and Exchange distinguish conversations, and a key that all emails of
 * one conversation share: some of their routes lose `In-Reply-To` and `References`, but none loses these. A changed subject
 * starts a new conversation. `undefined` if there is no valid index.
 */
export const outlookThread = (fields: HeaderFields): OutlookThread | undefined => {
  const index = fields.raw("thread-index").slice(0, limits.index).replace(/\s+/g, "")
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(index)) return undefined
  const bytes = Buffer.from(index, "base64")
  if (bytes.length < head.length) return undefined
  const topic = oneLine(fields.text("thread-topic"), limits.topic)
  const key = createHash("sha256")
    .update(bytes.subarray(head.guid, head.length))
    .update(topic.toLowerCase())
    .digest("hex")
  return { index, topic, key: `outlook-${key}` }
}
