import { generateKeyPair } from "node:crypto"
import { Effect, Redacted } from "effect"

/**
 * Selectors of the two keys of a domain (RFC 6376, 3.1). Not `s1` and `s2`, which many mail services use: a domain may
 * use one of those too.
 */
export const selectors = ["tl1", "tl2"] as const

/** A DKIM key pair. RSA with 2048 bits, since few receivers support Ed25519 (RFC 8463) yet. */
export interface DkimKeyPair {
  /** Base64 of the SubjectPublicKeyInfo. */
  readonly publicKey: string
  /** PKCS #8, PEM. */
  readonly privateKey: Redacted.Redacted
}

/** Generates a key in a separate thread; takes about 100 ms there. */
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
