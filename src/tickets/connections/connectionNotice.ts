import { Duration } from "effect"
import type { ConnectionId, ConnectionKind } from "../../domain/ChannelConnection.ts"
import type { MessageId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"

/** How long a notice is worth sending. */
const lifetime = Duration.days(3)

/** What to tell owners and admins about a connection. */
export interface ConnectionNotice {
  readonly id: ConnectionId
  readonly kind: ConnectionKind
  readonly name: string
  readonly brandName: string
  readonly status: "needs_reauth" | "error"
  readonly lastError: string | undefined
}

const kinds = { chat: "The Slack workspace", sms: "The telephone number", custom: "The channel" } as const
const remedies = {
  chat: "Reconnect the workspace.",
  sms: "Give the number a new auth token or API key, or enable it again.",
  custom: "Change the channel's callback address, or enable it again."
} as const

/** The mail to one person. */
export const connectionNotice = (
  { brandName, id, kind, lastError, name, status }: ConnectionNotice,
  mail: {
    readonly id: MessageId
    readonly to: string
    /** URL of this installation, so that recipients know who is writing. */
    readonly publicUrl: string
    /** Domain part of the Message-ID. */
    readonly mailDomain: string
  }
): OutgoingMail => {
  const what = status === "needs_reauth" ? "is no longer authorized" : "no longer works"
  return {
    id: mail.id,
    kind: "notification",
    messageId: `<${mail.id}@${mail.mailDomain}>`,
    to: mail.to,
    subject: `${kinds[kind]} ${name} of ${brandName} ${what}`,
    text: [
      `${kinds[kind]} ${name} (${id}) of ${brandName} at ${mail.publicUrl} ${what}.`,
      ...(lastError === undefined ? [] : ["", lastError]),
      "",
      `Outgoing messages wait until it works again. ${remedies[kind]}`,
      ""
    ].join("\n"),
    secret: false,
    lifetime
  }
}
