import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { Effect, Redacted } from "effect"
import { EncryptionKey } from "../accounts/EncryptionKey.ts"

/** Bytes of an authentication code. */
const tagLength = 16

/**
 * Writes and reads tokens for one purpose: `tag (16) ‖ payload`, in bytes, as base64url. The tag is an HMAC-SHA-256 under
 * the installation's keys: the newest signs, all are accepted. A token made in a context is valid in no other.
 */
export const makeSignedTokens = (purpose: string, options: { readonly maxLength: number }) =>
  Effect.map(EncryptionKey, (masters) => {
    // As key objects: raw bytes would be converted for each MAC, at several times its cost.
    const derived = (master: Uint8Array) => createSecretKey(Buffer.from(hkdfSync("sha256", master, "", purpose, 32)))
    const [first, ...older] = Redacted.value(masters)
    const newest = derived(first)
    const keys = [newest, ...older.map(derived)]
    const tag = (key: KeyObject, payload: Uint8Array, context: string | undefined) => {
      const mac = createHmac("sha256", key)
      if (context !== undefined) mac.update(context).update("\0")
      return mac.update(payload).digest().subarray(0, tagLength)
    }

    return {
      write: (payload: Uint8Array, context?: string): string =>
        Buffer.concat([tag(newest, payload, context), payload]).toString("base64url"),

      /** The payload of a token of ours; `undefined` for any other text. */
      read: (token: string, context?: string): Buffer | undefined => {
        if (token.length > options.maxLength) return undefined
        const bytes = Buffer.from(token, "base64url")
        const payload = bytes.subarray(tagLength)
        const isAuthentic =
          payload.length > 0 &&
          // Of all spellings of these bytes, accepts only the one that was issued.
          bytes.toString("base64url") === token &&
          keys.some((key) => timingSafeEqual(tag(key, payload, context), bytes.subarray(0, tagLength)))
        return isAuthentic ? payload : undefined
      }
    }
  })
