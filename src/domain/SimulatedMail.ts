/** A file of a simulated mail. */
export interface SimulatedFile {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
}

/** The parts from which a mail is composed. */
export interface MailParts {
  /** An address with or without a name before it. */
  readonly from: string
  /** The brand's own address if left out. */
  readonly to?: ReadonlyArray<string> | undefined
  readonly cc?: ReadonlyArray<string> | undefined
  readonly subject?: string | undefined
  readonly text?: string | undefined
  readonly html?: string | undefined
  /** Message ids, with or without angle brackets. */
  readonly messageId?: string | undefined
  readonly inReplyTo?: string | undefined
  readonly references?: ReadonlyArray<string> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly attachments?: ReadonlyArray<SimulatedFile> | undefined
}

/** A mail that is processed as if it had arrived by SMTP. */
export type SimulatedMail = { readonly raw: Uint8Array } | { readonly parts: MailParts }
