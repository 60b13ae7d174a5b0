import { generateKeyPair } from "node:crypto"
import { Effect, Redacted } from "effect"

/**
 * Selectors of the two keys of a domain (RFC 6376, 3.1). Not the `s1` and `s2` of many mail services, beside which a
 * domain uses us.
 */
export const selectors = ["tl1", "tl2"] as const

/** A key of one's own for DKIM. RSA with 2048 bits: Ed25519 (RFC 8463) is checked by few receivers yet. */
export interface DkimKeyPair {
  /** Base64 of the SubjectPublicKeyInfo. */
  readonly publicKey: string
  /** PKCS #8, PEM. */
  readonly privateKey: Redacted.Redacted
}

/** Makes a key, in a thread of its own; costs some 100 ms of it. */
export const makeDkimKey: Effect.Effect<DkimKeyPair> = Effect.callback((resume) =>
  generateKeyPair(
    "rsa",
    {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "der" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" }
    },
    (error, publicKey, privateKey) =>
      resume(
        error === null
          ? Effect.succeed({
              publicKey: publicKey.toString("base64"),
              privateKey: Redacted.make(privateKey, { label: "DKIM key" })
            })
          : Effect.die(error)
      )
  )
)
