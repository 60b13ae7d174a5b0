import type { TrunklineEvent } from "./TrunklineEvent.ts"

export type * from "./TrunklineEvent.ts"

/** The delivery was not signed with the secret, or its timestamp is too far off. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
}

/** Maximum signatures checked for a delivery. It has at most two, and each check hashes the whole body. */
const mostSignatures = 10

export interface VerifyOptions {
  /** Maximum difference in seconds between the delivery's timestamp and the local clock. Defaults to 300. */
  readonly tolerance?: number | undefined
}

/** Headers of a request: the platform's `Headers`, a similar object, or Node's. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/**
 * Verifies the signature of a delivery (Standard Webhooks 1.0.0) and returns its event. `body` is the raw body, before any
 * parsing. Rejects with a `WebhookVerificationError` or, without a secret, with a `TypeError`.
 */
export const verify = async (
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { tolerance = 300 }: VerifyOptions = {}
): Promise<TrunklineEvent> => {
  if (!secret) throw new TypeError("verify needs the webhook's secret, which is empty or not set")
  const bytes = bytesOf(body)
  if (bytes === undefined)
    throw new WebhookVerificationError("The body has already been parsed: pass the raw body, before any JSON parser")
  const id = header(headers, "webhook-id")
  const timestamp = header(headers, "webhook-timestamp")
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > tolerance)
    throw new WebhookVerificationError(
      `The delivery's timestamp differs from the local clock by more than ${tolerance} seconds`
    )

  const key = await crypto.subtle.importKey("raw", keyOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
  const head = encoded(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  // During a rotation, a delivery is signed with both secrets.
  for (const signature of header(headers, "webhook-signature").split(" ", mostSignatures)) {
    const [version, base64 = ""] = signature.split(",")
    const mac = version === "v1" ? decoded(base64) : undefined
    if (mac !== undefined && (await crypto.subtle.verify("HMAC", key, mac, signed)))
      return JSON.parse(new TextDecoder().decode(bytes)) as TrunklineEvent
  }
  throw new WebhookVerificationError("The delivery is not signed with this secret")
}

const header = (headers: WebhookHeaders, name: string): string => {
  // Some platforms preserve the case of header names.
  const value =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  if (typeof value !== "string") throw new WebhookVerificationError(`The delivery has no ${name} header`)
  return value
}

const bytesOf = (body: string | Uint8Array | ArrayBuffer): Uint8Array | undefined => {
  if (typeof body === "string") return encoded(body)
  if (ArrayBuffer.isView(body)) return body
  // A buffer from another realm, for example in tests, is no instance of ours.
  return Object.prototype.toString.call(body) === "[object ArrayBuffer]" ? new Uint8Array(body) : undefined
}

const encoded = (text: string) => new TextEncoder().encode(text)

/** `whsec_` and base64 encode bytes; any other secret is used as text. */
const keyOf = (secret: string) =>
  (secret.startsWith("whsec_") ? decoded(secret.slice(6)) : undefined) ?? encoded(secret)

const decoded = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
