import { type DateTime, Duration } from "effect"
import type { MessageId, WebhookId } from "../domain/Ids.ts"
import { iso } from "../domain/iso.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** How long sending a notice is useful. */
const lifetime = Duration.days(3)

/** What owners and admins are told about a webhook that is failing or was disabled. */
export interface FailureNotice {
  readonly webhookId: WebhookId
  readonly brandName: string
  readonly url: string
  /** Failing for a day, disabled after five days, or disabled because its receiver answered 410. */
  readonly state: "failing" | "disabled_failing" | "disabled_gone"
  readonly failingSince: DateTime.Utc | undefined
}

const what = ({ failingSince, state }: FailureNotice): { readonly subject: string; readonly text: string } => {
  const since = failingSince === undefined ? "" : ` since ${iso(failingSince)}`
  switch (state) {
    case "failing":
      return {
        subject: "is failing",
        text: `No delivery has succeeded${since}. Deliveries are retried, and nothing is lost yet. If none succeeds within five days of the first failure, the webhook is disabled.`
      }
    case "disabled_failing":
      return {
        subject: "was disabled",
        text: `No delivery has succeeded${since}, so the webhook was disabled. New events are kept for 30 days, but not sent.`
      }
    case "disabled_gone":
      return {
        subject: "was disabled",
        text: "Its receiver answered 410 Gone, which means that it wants no more events. New events are kept for 30 days, but not sent."
      }
  }
}

/** The mail with the notice for one person. */
export const failureNotice = (
  notice: FailureNotice,
  mail: {
    readonly id: MessageId
    readonly to: string
    /** The URL of this installation, so that people know which one writes. */
    readonly publicUrl: string
    /** The domain in the Message-ID. */
    readonly mailDomain: string
  }
): OutgoingMail => {
  const { subject, text } = what(notice)
  return {
    id: mail.id,
    kind: "notification",
    messageId: `<${mail.id}@${mail.mailDomain}>`,
    to: mail.to,
    subject: `A webhook of ${notice.brandName} ${subject}`,
    text: [
      `The webhook ${notice.webhookId} of ${notice.brandName} at ${mail.publicUrl} ${subject}:`,
      "",
      notice.url,
      "",
      text,
      "",
      "Its list of deliveries shows what went wrong. Once the receiver works again, enable the webhook if it is disabled,",
      `and replay the events that it missed: see ${mail.publicUrl}/docs.`,
      ""
    ].join("\n"),
    secret: false,
    lifetime
  }
}
