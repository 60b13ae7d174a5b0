import type { MailFile, Sender } from "../../../domain/OutgoingMail.ts"
import type { MailToken } from "../../../domain/ReplyAddress.ts"

/** A mail in all its parts, as every attempt to send it will be. */
export interface ComposedMail {
  readonly from: Sender
  readonly to: string
  readonly cc: ReadonlyArray<string>
  /** Whom of those who were to be in copy it does not go to, and why. */
  readonly leftOut?: string | undefined
  readonly replyTo?: string | undefined
  /** Without angle brackets. */
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly files: ReadonlyArray<MailFile>
  /** Of the return path; none where reports are not wanted. */
  readonly bounceToken?: MailToken | undefined
  readonly returnPath: string
}
