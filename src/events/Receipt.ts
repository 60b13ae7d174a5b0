/** The answer to a command, as it is kept for whoever sends the same command again. */
export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  /** JSON text. */
  readonly body: string
  /** Of one that was kept: it holds a secret. */
  readonly isSecret?: true
}

/**
 * A caller's wish that a command be done once. `key` names the command (a SHA-256 over credential owner, method, path
 * and Idempotency-Key), `fingerprint` its content (a SHA-256 over query and body). The answer is stored in the
 * command's own transaction, so there is no effect without it and no answer without the effect.
 */
export interface ReceiptRequest<A> {
  readonly key: Uint8Array
  readonly fingerprint: Uint8Array
  readonly answer: (value: A) => Answer
  /** The answer holds a secret: it is kept encrypted. */
  readonly secret?: boolean | undefined
}

/** A command's fresh value, or the answer that an earlier equal command got. */
export type Once<A> =
  | { readonly replayed: false; readonly value: A }
  | { readonly replayed: true; readonly answer: Answer }
