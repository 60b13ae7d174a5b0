import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { Redacted } from "effect"

/**
 * A secret, ready to sign: `whole` is its text as bytes, `key` is the key of the Standard Webhooks signature. Made once for
 * many signatures: Node takes 10 µs to sign a kilobyte with a buffer and 2 µs with a key object.
 */
export interface SigningKey {
  readonly whole: KeyObject
  readonly key: KeyObject
}

/** The current secret and, during a rotation, the previous one. */
export type SigningKeys = readonly [current: SigningKey, previous?: SigningKey | undefined]

/** Prepares a secret. `whsec_` and base64 encodes the bytes of the key; any other secret is itself the key. */
export const signingKey = (secret: Redacted.Redacted): SigningKey => {
  const text = Redacted.value(secret)
  const whole = createSecretKey(Buffer.from(text))
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  return encoded === undefined || encoded.length % 4 !== 0
    ? { whole, key: whole }
    : { whole, key: createSecretKey(Buffer.from(encoded, "base64")) }
}

/**
 * The signature headers of one attempt: Standard Webhooks 1.0.0 over `<id>.<timestamp>.<body>`, and the plain signature of
 * the body that existing receivers check. `timestamp` is in Unix seconds. During a rotation, both secrets sign.
 */
export const signatureHeaders = (
  keys: SigningKeys,
  id: string,
  timestamp: number,
  body: string
): Record<string, string> => {
  const [current, previous] = keys
  const signed = `${id}.${timestamp}.${body}`
  const headers: Record<string, string> = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature":
      previous === undefined ? standard(current, signed) : `${standard(current, signed)} ${standard(previous, signed)}`,
    "x-dispatch-signature": plain(current, body)
  }
  if (previous !== undefined) headers["x-dispatch-signature-previous"] = plain(previous, body)
  return headers
}

const standard = ({ key }: SigningKey, text: string) => `v1,${createHmac("sha256", key).update(text).digest("base64")}`

const plain = ({ whole }: SigningKey, text: string) =>
  `sha256=${createHmac("sha256", whole).update(text).digest("hex")}`
