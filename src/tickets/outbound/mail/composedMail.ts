import type { MailFile, Sender } from "../../../domain/OutgoingMail.ts"
import type { MailToken } from "../../../domain/ReplyAddress.ts"

/** A complete mail, the same for every attempt to send it. */
export interface ComposedMail {
  readonly from: Sender
  readonly to: string
  readonly cc: ReadonlyArray<string>
  /** The recipients that were left out of `cc`, and why. */
  readonly leftOut?: string | undefined
  readonly replyTo?: string | undefined
  /** Without angle brackets. */
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly files: ReadonlyArray<MailFile>
  /** The token of the return path; absent if no reports are wanted. */
  readonly bounceToken?: MailToken | undefined
  readonly returnPath: string
}
