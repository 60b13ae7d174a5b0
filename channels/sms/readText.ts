import { createHash } from "node:crypto"
import type { DateTime } from "effect"
import type { SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { AttachmentId } from "../../src/domain/Ids.ts"
import type { InboundFile, InboundMessage } from "../../src/domain/InboundMessage.ts"
import { phonePlaceholder } from "../../src/tickets/customers/placeholderEmail.ts"
import { titleOf } from "../../src/tickets/intake/titleOf.ts"
import type { IncomingText } from "./twilioMessages.ts"

/** Months after which a silent number may have been reassigned to somebody else. */
const idleMonths = 12

export interface TextFacts {
  readonly files: ReadonlyArray<InboundFile>
  readonly attachmentIds?: ReadonlyArray<AttachmentId> | undefined
  /** The number of its files that could not be fetched. */
  readonly missing: number
  /** Whether it is a keyword, to which Twilio has responded. */
  readonly isKeyword: boolean
  readonly raw: { readonly key: string; readonly size: number }
  readonly receivedAt: DateTime.Utc
}

/** Converts a text message to a message for intake. A conversation is a pair of numbers. */
export const readText = (
  { id, settings }: SmsConnection,
  { body, from, sid, to }: Pick<IncomingText, "sid" | "from" | "to" | "body">,
  { attachmentIds, files, isKeyword, missing, raw, receivedAt }: TextFacts
): InboundMessage => {
  const unavailable = missing === 0 ? [] : [`[Media unavailable: ${missing} of the files sent could not be downloaded]`]
  return {
    channel: "sms",
    source: "sms",
    externalId: sid,
    dedupeKey: new Uint8Array(createHash("sha256").update(`sms\n${id}\n${sid}`).digest()),
    sender: { email: phonePlaceholder(from), phone: from, identity: { channel: "sms", address: from } },
    conversation: {
      connectionId: id,
      key: from,
      check: "sms_conversation",
      mode: "customer",
      reopenHours: settings.reopenHours,
      idleMonths
    },
    recipients: [to],
    subject: titleOf(body) ?? `Text message from ${from}`,
    text: [body, ...unavailable].filter((part) => part !== "").join("\n\n"),
    references: [],
    files,
    attachmentIds,
    // The sender of a text message can be forged.
    sourceData: { authorVerified: false },
    participants: [],
    isAutomated: isKeyword,
    receivedAt,
    size: raw.size,
    rawBlobKey: raw.key
  }
}
