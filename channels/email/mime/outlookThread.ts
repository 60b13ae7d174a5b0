import { createHash } from "node:crypto"
import type { OutlookThread } from "../../../src/domain/InboundMessage.ts"
import type { HeaderFields } from "./HeaderFields.ts"
import { oneLine } from "./oneLine.ts"

/** Characters of the fields that are looked at. */
const limits = { index: 2_000, topic: 255 } as const
/** Bytes of the beginning of an index, and where in it the conversation's GUID is. */
const head = { length: 22, guid: 6 } as const

/**
 * `Thread-Index` and `Thread-Topic`, by which Outlook and Exchange tell conversations apart, with a key that all mails of
 * one conversation share: some of their ways lose `In-Reply-To` and `References`, and none loses these. A changed subject
 * begins a conversation of its own. Absent where there is no index, or none that is one.
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
