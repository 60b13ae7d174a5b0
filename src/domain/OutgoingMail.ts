import type { Duration } from "effect"
import type { MessageId } from "./Ids.ts"

/** A mail that we send: composed once, so that sending it again is the same message. */
export interface OutgoingMail {
  readonly id: MessageId
  readonly kind: "magic_link"
  /** The `Message-ID` header, angle brackets included; the same at every attempt. */
  readonly messageId: string
  /** One bare address. */
  readonly to: string
  readonly subject: string
  /** Plain text, lines ended by `\n`. */
  readonly text: string
  /** The text holds a credential: it is kept sealed while it waits, and not at all once it is sent. */
  readonly secret: boolean
  /** How long it is worth sending. */
  readonly lifetime: Duration.Duration
}
