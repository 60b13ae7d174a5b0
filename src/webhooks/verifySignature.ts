import { createHmac, timingSafeEqual } from "node:crypto"
import type { SigningKey } from "./Signature.ts"

/** Seconds by which the time of a signature may differ from ours, in either direction. */
const signatureTolerance = 5 * 60

/** The signature headers of a request, as received. */
export interface SignatureHeaders {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string | undefined
}

/**
 * Whether the bytes were signed with one of the keys within five minutes of now (Standard Webhooks 1.0.0). A signed request
 * can be replayed within that time, so callers must process it idempotently.
 */
export const verifySignature = (
  keys: ReadonlyArray<SigningKey>,
  { id, signature, timestamp }: SignatureHeaders,
  body: Uint8Array,
  /** Unix milliseconds. */
  now: number
): boolean => {
  if (id === undefined || !/^[\x21-\x7e]{1,255}$/.test(id)) return false
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > signatureTolerance) return false
  const given = (signature ?? "")
    .split(" ")
    .slice(0, maxSignatures)
    .flatMap((one) => (one.startsWith("v1,") ? [Buffer.from(one.slice(3), "base64")] : []))
  return keys.some(({ key }) => {
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest()
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
}

/** Most signatures of one request that are checked: two during a rotation, and some to spare. */
const maxSignatures = 5
