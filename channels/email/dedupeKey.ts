import { createHash } from "node:crypto"
import type { MailHead } from "./mime/Mail.ts"

/**
 * Milliseconds within which a message that has neither an id nor a date is the one before: machines that write none send
 * the same words every night, and a client that did not hear our answer comes again within the hour.
 */
const anonymousFor = 6 * 3_600_000

/**
 * What makes a message itself: SHA-256 over Message-ID, From, Date, Subject and its content. Trace fields and the
 * envelope are not part of it, so a message that comes again on another way is the same one. When it came, in milliseconds
 * since 1970, counts only where it says nothing by itself.
 */
export const dedupeKey = (
  head: Pick<MailHead, "messageId" | "sender" | "date" | "subject">,
  contentHash: Uint8Array,
  receivedAt: number
): Uint8Array => {
  const hash = createHash("sha256")
  const isAnonymous = head.messageId === undefined && head.date === ""
  const date = isAnonymous ? `${Math.floor(receivedAt / anonymousFor)}` : head.date
  for (const part of [head.messageId ?? "-", head.sender?.email ?? "-", date, head.subject]) {
    hash.update(`${Buffer.byteLength(part)}:`).update(part)
  }
  return new Uint8Array(hash.update(contentHash).digest())
}
