import type { OutlookThread } from "../../../src/domain/InboundMessage.ts"
import type { VisibleReply } from "../reply/visibleReply.ts"
import type { MailKind } from "./classifyMail.ts"
import type { Mailbox } from "./mailboxes.ts"

/** A message to be read: in memory if it is small, otherwise in a file in `folder`. */
export interface RawMail {
  readonly source: { readonly bytes: Uint8Array } | { readonly path: string }
  /** Where the message's files go if it is itself in a file. */
  readonly folder: string
  /** The envelope sender; empty for the null sender. */
  readonly returnPath: string
}

/** The contents of the header. */
export interface MailHead {
  /** Message-ID without angle brackets. */
  readonly messageId: string | undefined
  readonly subject: string
  /** As written; part of the dedupe key. */
  readonly date: string
  /** The number of From fields; with more than one, the author is unknown. */
  readonly fromFields: number
  /** The number of Received fields; a message with too many is looping. */
  readonly hops: number
  /** The author: the first usable mailbox of From, Sender or Reply-To. */
  readonly sender: Mailbox | undefined
  readonly replyTo: Mailbox | undefined
  /** The author, if a group that forwards email has put itself into From. */
  readonly originalFrom: Mailbox | undefined
  /** The list that distributed it, and the kind of mail it is without the list's own marks; absent if there is none. */
  readonly post: { readonly to: string; readonly kind: MailKind } | undefined
  /** Ids of the messages that it replies to, nearest first. */
  readonly references: ReadonlyArray<string>
  readonly outlook: OutlookThread | undefined
  /** The people in To and Cc, each once, in order. */
  readonly people: ReadonlyArray<Mailbox>
  /** The addresses of `people` that are in Cc. */
  readonly copied: ReadonlyArray<string>
  /** Addresses that it was delivered to before it was forwarded here. */
  readonly deliveredTo: ReadonlyArray<string>
  /** The raw value of the field that marks our own email. */
  readonly loopMark: string
  /** Whether it asks not to be answered automatically. */
  readonly suppressesAnswers: boolean
  readonly kind: MailKind
}

/** A file of the message. */
export interface MailFile {
  readonly filename: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
  /** Whether it is an image that the HTML shows in place. */
  readonly inline: boolean
  readonly contentId?: string | undefined
  /** As declared, in lower case. */
  readonly disposition?: string | undefined
  readonly content: { readonly bytes: Uint8Array } | { readonly path: string }
}

/** The contents of the body. */
export interface MailBody {
  readonly text: string
  /** The new part of the text and the quoted one; absent if it quotes nothing. */
  readonly reply?: VisibleReply | undefined
  readonly files: ReadonlyArray<MailFile>
  /** The author of the message that this one forwards, in its text or as a file. */
  readonly forwardedFrom?: Mailbox | undefined
  /** Whether something was cut or left out, so that the whole message should be stored beside the text. */
  readonly incomplete: boolean
  /** What had to be repaired or guessed to read it, in words. */
  readonly repairs: ReadonlyArray<string>
  /** SHA-256 over the decoded text, HTML and files: equal for equal content, however it is encoded. */
  readonly contentHash: Uint8Array
}

/**
 * What a reader sends: once, that it is ready; then about each message either everything at once, if it was quick to read,
 * since each reply costs both sides; or its head first, then its body or why there is none, then its HTML.
 */
export type ReaderReply =
  | { readonly type: "ready" }
  | {
      readonly type: "all"
      readonly head: MailHead
      readonly body: MailBody
      readonly html: string | undefined
    }
  | { readonly type: "head"; readonly head: MailHead }
  | { readonly type: "body"; readonly body: MailBody; readonly htmlFollows: boolean }
  /** Sanitized; `undefined` if that failed. */
  | { readonly type: "html"; readonly html: string | undefined }
  | { readonly type: "unreadable"; readonly reason: string }
