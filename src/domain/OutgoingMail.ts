import type { Duration } from "effect"
import type { AttachmentId, BrandId, CommentId, MessageId, TicketId } from "./Ids.ts"
import type { Tenant } from "./Tenant.ts"

/** Why a mail is sent: `magic_link` and `invite` go to members, `notice` to watchers, the others to customers. */
export const mailKinds = [
  "magic_link",
  "invite",
  "portal_link",
  "reply",
  "autoresponse",
  "notification",
  "notice"
] as const
export type MailKind = (typeof mailKinds)[number]

/** The sender of a mail. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** What a mail to a customer is about. If its tenant is a test tenant, the mail is captured and never sent. */
export interface MailSubject {
  readonly tenant: Tenant
  readonly brandId: BrandId
  readonly ticketId?: TicketId | undefined
  readonly commentId?: CommentId | undefined
}

/** A file that travels inside a mail. */
export interface MailFile {
  readonly id: AttachmentId
  readonly filename: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly blobKey: string
}

/** A mail that we send. It is composed once, so that every attempt sends the same message. */
export interface OutgoingMail {
  readonly id: MessageId
  readonly kind: MailKind
  /** The `Message-ID` header with angle brackets; the same at every attempt. */
  readonly messageId: string
  /** Set for mail to a customer; mail to a member belongs to no tenant. */
  readonly about?: MailSubject | undefined
  /** The installation's sender (MAIL_FROM) if left out. */
  readonly from?: Sender | undefined
  /** One bare address. */
  readonly to: string
  /** Bare addresses. */
  readonly cc?: ReadonlyArray<string> | undefined
  /** One bare address: where answers go, if not to the sender. */
  readonly replyTo?: string | undefined
  readonly subject: string
  /** Plain text with lines ended by `\n`. */
  readonly text: string
  /** The same text as HTML. */
  readonly html?: string | undefined
  /** Further header fields by name, such as `In-Reply-To`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Text and HTML contain a credential: they are stored sealed while the mail waits, and deleted once it is sent. */
  readonly secret: boolean
  /** How long it is worth sending. */
  readonly lifetime: Duration.Duration
}
