import { createHash } from "node:crypto"
import type { DateTime } from "effect"
import type { CustomConnection } from "../../src/domain/ChannelConnection.ts"
import type { CustomPost } from "../../src/domain/CustomPost.ts"
import { addressOf } from "../../src/domain/emailAddress.ts"
import type { InboundMessage } from "../../src/domain/InboundMessage.ts"
import { placeholderEmail } from "../../src/tickets/customers/placeholderEmail.ts"
import { titleOf } from "../../src/tickets/intake/titleOf.ts"
import type { PostedFiles } from "./postedFiles.ts"

/** The dedupe key of a message: its id is unique within its channel. */
export const dedupeKeyOf = ({ id }: CustomConnection, externalId: string): Uint8Array =>
  new Uint8Array(createHash("sha256").update(`custom\n${id}\n${externalId}`).digest())

/** A conversation's key, and the reverse: the channel's thread, or without one, everything from the same sender. */
export const conversationKey = (threadId: string | undefined, sender: string): string =>
  threadId === undefined ? `sender:${sender}` : `thread:${threadId}`

export const threadIdOf = (key: string): string | undefined =>
  key.startsWith("thread:") ? key.slice("thread:".length) : undefined

/** Converts a post to a message for intake. `raw` says where its bytes are stored. */
export const readPost = (
  connection: CustomConnection,
  post: CustomPost,
  { attachmentIds, files }: PostedFiles,
  raw: { readonly key: string; readonly size: number },
  receivedAt: DateTime.Utc
): InboundMessage => {
  const { externalId, metadata, occurredAt, sender, subject, text, threadId } = post
  const { source } = connection.settings
  const email = sender.email === undefined ? undefined : addressOf(sender.email)
  const identity = sender.externalId ?? sender.phone ?? email ?? ""
  return {
    channel: "custom",
    source,
    externalId,
    dedupeKey: dedupeKeyOf(connection, externalId),
    sender: {
      email: email ?? placeholderEmail("custom", connection.id, identity),
      name: sender.name,
      phone: sender.phone,
      identity: { channel: source, address: identity }
    },
    conversation: {
      connectionId: connection.id,
      key: conversationKey(threadId, identity),
      check: "custom_thread",
      mode: "customer"
    },
    recipients: [connection.id],
    subject: subject ?? titleOf(text),
    text,
    references: [],
    files,
    attachmentIds,
    metadata,
    sourceData: {
      channelId: connection.id,
      ...(threadId === undefined ? {} : { threadId }),
      ...(occurredAt === undefined ? {} : { occurredAt })
    },
    participants: [],
    isAutomated: false,
    receivedAt,
    size: raw.size,
    rawBlobKey: raw.key
  }
}
