import { createHash } from "node:crypto"
import type { MailHead } from "./mime/Mail.ts"

/**
 * What makes a message itself: SHA-256 over Message-ID, From, Date, Subject and its content. Trace fields and the
 * envelope are not part of it, so a message that comes again on another way is the same one.
 */
export const dedupeKey = (head: MailHead, contentHash: Uint8Array): Uint8Array => {
  const hash = createHash("sha256")
  for (const part of [head.messageId ?? "-", head.sender?.email ?? "-", head.date, head.subject]) {
    hash.update(`${Buffer.byteLength(part)}:`).update(part)
  }
  return new Uint8Array(hash.update(contentHash).digest())
}
