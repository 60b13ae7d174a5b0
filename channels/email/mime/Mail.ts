import type { OutlookThread } from "../../../src/domain/InboundMessage.ts"
import type { VisibleReply } from "../reply/visibleReply.ts"
import type { MailKind } from "./classifyMail.ts"
import type { Mailbox } from "./mailboxes.ts"

/** A message to be read: in memory when it is small, in a file of `folder` when it is not. */
export interface RawMail {
  readonly source: { readonly bytes: Uint8Array } | { readonly path: string }
  /** Where files of the message go when it is itself a file. */
  readonly folder: string
  /** Reverse path of the envelope; empty for the null sender. */
  readonly returnPath: string
}

/** What the header says. */
export interface MailHead {
  /** Message-ID without angle brackets. */
  readonly messageId: string | undefined
  readonly subject: string
  /** As written; part of what tells two messages apart. */
  readonly date: string
  /** More than one From field: nobody can say who wrote it. */
  readonly fromFields: number
  /** Received fields: a message that has travelled too long goes in circles. */
  readonly hops: number
  /** Who wrote it: the first usable mailbox of From, Sender or Reply-To. */
  readonly sender: Mailbox | undefined
  readonly replyTo: Mailbox | undefined
  /** Who wrote it, where a group that passes mail on has put itself into From. */
  readonly originalFrom: Mailbox | undefined
  /** The list that passed it on, and what it is if that is none of its own making; absent where none did. */
  readonly post: { readonly to: string; readonly kind: MailKind } | undefined
  /** Message ids that it answers, nearest first. */
  readonly references: ReadonlyArray<string>
  readonly outlook: OutlookThread | undefined
  /** Whom it names in To and Cc, each once, in order. */
  readonly people: ReadonlyArray<Mailbox>
  /** Those of `people` who are in Cc. */
  readonly copied: ReadonlyArray<string>
  /** Addresses that it was delivered to on its way, before it was forwarded here. */
  readonly deliveredTo: ReadonlyArray<string>
  /** The field by which we know our own mail, as it came. */
  readonly loopMark: string
  /** It asks that no machine answers it. */
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
  /** An image that the HTML shows in its place. */
  readonly inline: boolean
  readonly contentId?: string | undefined
  /** As declared, lower case. */
  readonly disposition?: string | undefined
  readonly content: { readonly bytes: Uint8Array } | { readonly path: string }
}

/** What the body holds. */
export interface MailBody {
  readonly text: string
  /** What is new in the text, and what it quotes; empty where it quotes nothing. */
  readonly reply?: VisibleReply | undefined
  readonly files: ReadonlyArray<MailFile>
  /** Who wrote the message that this one passes on, in its text or as a file. */
  readonly forwardedFrom?: Mailbox | undefined
  /** Something was cut or left out: the message itself should be kept beside the text. */
  readonly incomplete: boolean
  /** What had to be mended or guessed to read it, in words. */
  readonly repairs: ReadonlyArray<string>
  /** SHA-256 over decoded text, HTML and files: equal for the same content, however it is encoded. */
  readonly contentHash: Uint8Array
}

/**
 * What a reader says: once that it is there, and then about each message: of one that is soon read everything at once,
 * since each reply costs both sides; of others its head first, then its body or why there is none, then its HTML.
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
  /** Safe to show; undefined when it could not be made so. */
  | { readonly type: "html"; readonly html: string | undefined }
  | { readonly type: "unreadable"; readonly reason: string }
