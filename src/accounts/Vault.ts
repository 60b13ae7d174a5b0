import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { Aead, Digest, Kdf, SecureRandom } from "effect/crypto"
import { EncryptionKey } from "./EncryptionKey.ts"

/** Sealed values are `version (1) ‖ key id (4) ‖ salt (16) ‖ nonce (12) ‖ ciphertext ‖ tag (16)`, with lengths in bytes. */
const version = 1
/** Bytes of a sealed value that identify its key. */
export const keyIdEnd = 5
const saltEnd = keyIdEnd + 16
const headerEnd = saltEnd + 12

/** What a secret is for. Each purpose has its own keys, so a value sealed for one never opens for another. */
export type Purpose =
  | "webhook-secret"
  | "idempotent-answer"
  | "channel-secret"
  | "outgoing-mail"
  | "address-code"
  | "dkim-key"

/** A sealed value cannot be opened: its key is not in ENCRYPTION_KEY, or the value was damaged or moved to another record. */
export class CannotOpen extends Schema.TaggedError<CannotOpen>()("CannotOpen", {
  purpose: Schema.String,
  reason: Schema.Literals(["unknown_key", "damaged"])
}) {
  override get message() {
    return this.reason === "unknown_key"
      ? `A ${this.purpose} is sealed with a key that is not in ENCRYPTION_KEY.`
      : `A sealed ${this.purpose} is damaged or does not belong to its record.`
  }
}

/**
 * Seals third-party secrets that must be read back, with AES-256-GCM and a separate key for each value, derived with
 * HKDF-SHA-256 from ENCRYPTION_KEY, a random salt and the purpose. `record` (an id) is authenticated, so that the value
 * opens only for that record. Costs about 0.2 ms; not for hot paths.
 */
export class Vault extends Context.Service<
  Vault,
  {
    seal(purpose: Purpose, record: string, secret: Redacted.Redacted): Effect.Effect<Uint8Array>
    open(purpose: Purpose, record: string, sealed: Uint8Array): Effect.Effect<Redacted.Redacted, CannotOpen>
    /** Whether a value is sealed with the first key of ENCRYPTION_KEY, so that it needs none of the others. */
    isUpToDate(sealed: Uint8Array): boolean
    /** Whether ENCRYPTION_KEY has the key that a value is sealed with. Its first `keyIdEnd` bytes are enough. */
    hasKeyOf(sealed: Uint8Array): boolean
  }
>()("trunkline/accounts/Vault") {
  static readonly layer = Layer.effect(
    Vault,
    Effect.gen(function* () {
      const aead = yield* Aead.Aead
      const kdf = yield* Kdf.Kdf
      const digest = yield* Digest.Digest
      const random = yield* SecureRandom.SecureRandom

      const masters = yield* Effect.forEach(Redacted.value(yield* EncryptionKey), (bytes) =>
        Effect.map(digest.digest(Digest.sha256, bytes), (hash) => ({ id: hash.subarray(0, 4), bytes }))
      )

      const masterOf = (sealed: Uint8Array) => {
        const id = Buffer.from(sealed.subarray(1, keyIdEnd))
        return masters.find((candidate) => id.equals(candidate.id))
      }

      const recordKey = (master: Uint8Array, purpose: Purpose, salt: Uint8Array) =>
        Effect.flatMap(
          kdf.derive(Kdf.hkdfSha256, master, { salt, info: utf8(`trunkline/vault/${purpose}`), length: 32 }),
          (bytes) => Aead.key(Aead.aes256Gcm, bytes)
        )

      const seal = Effect.fn("Vault.seal")(
        function* (purpose: Purpose, record: string, secret: Redacted.Redacted) {
          const [newest] = masters
          const header = new Uint8Array(headerEnd)
          header[0] = version
          header.set(newest.id, 1)
          header.set(yield* random.randomBytes(headerEnd - keyIdEnd), keyIdEnd)
          const key = yield* recordKey(newest.bytes, purpose, header.subarray(keyIdEnd, saltEnd))
          const ciphertext = yield* aead.encrypt(key, utf8(Redacted.value(secret)), {
            nonce: header.subarray(saltEnd),
            aad: authenticated(header, record)
          })
          return Buffer.concat([header, ciphertext])
        },
        // Fails only for arguments of the wrong length, and all of them are ours.
        Effect.orDie
      )

      const open = Effect.fn("Vault.open")(
        function* (purpose: Purpose, record: string, sealed: Uint8Array) {
          const header = sealed.subarray(0, headerEnd)
          if (header.length < headerEnd || header[0] !== version) {
            return yield* new CannotOpen({ purpose, reason: "damaged" })
          }
          const master = masterOf(header)
          if (master === undefined) return yield* new CannotOpen({ purpose, reason: "unknown_key" })
          const key = yield* recordKey(master.bytes, purpose, header.subarray(keyIdEnd, saltEnd))
          const plaintext = yield* aead.decrypt(key, sealed.subarray(headerEnd), {
            nonce: header.subarray(saltEnd),
            aad: authenticated(header, record)
          })
          return Redacted.make(new TextDecoder().decode(plaintext), { label: purpose })
        },
        (effect, purpose) =>
          effect.pipe(
            Effect.catchReason("CryptoError", "DecryptionFailed", () => new CannotOpen({ purpose, reason: "damaged" })),
            Effect.catchTag("CryptoError", Effect.die)
          )
      )

      const isUpToDate = (sealed: Uint8Array) => masterOf(sealed) === masters[0]
      const hasKeyOf = (sealed: Uint8Array) => masterOf(sealed) !== undefined

      return Vault.of({ seal, open, isUpToDate, hasKeyOf })
    })
  ).pipe(
    Layer.provide([Aead.layerWebCrypto, Kdf.layerWebCrypto, Digest.layerWebCrypto]),
    Layer.provide(SecureRandom.layerWebCrypto)
  )
}

const utf8 = (text: string) => new TextEncoder().encode(text)

const authenticated = (header: Uint8Array, record: string) => Buffer.concat([header, utf8(record)])
