import { createHash } from "node:crypto"
import type { MailHead } from "./mime/Mail.ts"

/**
 * Milliseconds of a period. A message that has neither an id nor a date is the one that came in this period or the one
 * before: within three hours always, never after six. Machines that write none send the same words every night, and a
 * client that did not hear our answer comes again within the hour.
 */
const period = 3 * 3_600_000

/**
 * What makes a message itself: SHA-256 over Message-ID, From, Date, Subject and its content. Trace fields and the
 * envelope are not part of it, so a message that comes again on another way is the same one. When it came, in milliseconds
 * since 1970, counts only where it says nothing by itself: then it has a second key, under which it may have come before.
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
