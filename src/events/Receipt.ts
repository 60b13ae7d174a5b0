/** The answer to a command, as it is stored for repetitions of the command. */
export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  /** JSON text. */
  readonly body: string
  /** Set for stored answers that contain a secret. */
  readonly isSecret?: true
}

/**
 * A caller's request to execute a command only once. `key` identifies the command (SHA-256 of credential owner, method, path
 * and Idempotency-Key), `fingerprint` its content (SHA-256 of query and body). The answer is stored in the command's own
 * transaction, so there is never an effect without its answer or an answer without its effect.
 */
export interface ReceiptRequest<A> {
  readonly key: Uint8Array
  readonly fingerprint: Uint8Array
  readonly answer: (value: A) => Answer
  /** Whether the answer contains a secret, so that it is stored encrypted. */
  readonly secret?: boolean | undefined
}

/** The value of a newly executed command, or the stored answer to an earlier equal command. */
export type Once<A> =
  | { readonly replayed: false; readonly value: A }
  | { readonly replayed: true; readonly answer: Answer }
