import { createHash } from "node:crypto"
import type { MailHead } from "./mime/Mail.ts"

/**
 * Milliseconds of a period. A message with neither an id nor a date counts as a duplicate of one from this period or the
 * one before: always within three hours, never after six. Machines that write neither send the same text every night, and a
 * client that missed our response retries within the hour.
 */
const period = 3 * 3_600_000

/**
 * The identity of a message: SHA-256 over Message-ID, From, Date, Subject and its content. Trace fields and the envelope
 * are excluded, so the same message by another route has the same key. Its time of arrival, in milliseconds since 1970,
 * only counts for a message with neither id nor date, which has a second key, for the period before.
 */
export const dedupeKeys = (
  head: Pick<MailHead, "messageId" | "sender" | "date" | "subject">,
  contentHash: Uint8Array,
  receivedAt: number
): readonly [Uint8Array, before?: Uint8Array] => {
  const keyOf = (date: string): Uint8Array => {
    const hash = createHash("sha256")
    for (const part of [head.messageId ?? "-", head.sender?.email ?? "-", date, head.subject]) {
      hash.update(`${Buffer.byteLength(part)}:`).update(part)
    }
    return new Uint8Array(hash.update(contentHash).digest())
  }
  if (head.messageId !== undefined || head.date !== "") return [keyOf(head.date)]
  const now = Math.floor(receivedAt / period)
  return [keyOf(`${now}`), keyOf(`${now - 1}`)]
}
