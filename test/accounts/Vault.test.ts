import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"

const vaultWith = (...fills: [number, ...Array<number>]) => {
  const [first, ...others] = fills.map((fill) => new Uint8Array(32).fill(fill))
  return Vault.layer.pipe(
    Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([first ?? new Uint8Array(32), ...others] as const)))
  )
}
const secret = Redacted.make("whsec_čaj ☕")

layer(vaultWith(1))("Vault", (it) => {
  it.effect("opens what it sealed for the same purpose and record", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const sealed = yield* vault.seal("webhook-secret", "whk_1", secret)
      const opened = yield* vault.open("webhook-secret", "whk_1", sealed)
      assert.strictEqual(Redacted.value(opened), Redacted.value(secret))
    })
  )

  it.effect("never seals the same value to the same bytes, and reveals nothing of it", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const one = yield* vault.seal("webhook-secret", "whk_1", secret)
      const two = yield* vault.seal("webhook-secret", "whk_1", secret)
      assert.notDeepEqual(one, two)
      assert.isFalse(Buffer.from(one).includes("whsec"))
    })
  )

  it.effect("rejects a value that was moved to another record or purpose", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const sealed = yield* vault.seal("webhook-secret", "whk_1", secret)
      const moved = yield* Effect.flip(vault.open("webhook-secret", "whk_2", sealed))
      const misused = yield* Effect.flip(vault.open("channel-secret", "whk_1", sealed))
      assert.deepStrictEqual([moved.reason, misused.reason], ["damaged", "damaged"])
    })
  )

  it.effect("rejects a value with any byte changed or cut off", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const sealed = yield* vault.seal("webhook-secret", "whk_1", secret)
      for (let index = 0; index < sealed.length; index++) {
        const damaged = Uint8Array.from(sealed)
        damaged[index] = (damaged[index] ?? 0) ^ 1
        assert.strictEqual((yield* Effect.flip(vault.open("webhook-secret", "whk_1", damaged)))._tag, "CannotOpen")
      }
      for (const length of [0, 10, 33, sealed.length - 1]) {
        const cut = yield* Effect.flip(vault.open("webhook-secret", "whk_1", sealed.subarray(0, length)))
        assert.strictEqual(cut.reason, "damaged")
      }
    })
  )

  it.effect("still opens with an older key after a newer one was added, and not without the older one", () =>
    Effect.gen(function* () {
      const sealed = yield* (yield* Vault).seal("webhook-secret", "whk_1", secret)
      const rotated = yield* Vault.use((vault) => vault.open("webhook-secret", "whk_1", sealed)).pipe(
        Effect.provide(vaultWith(2, 1), { local: true })
      )
      assert.strictEqual(Redacted.value(rotated), Redacted.value(secret))
      const forgotten = yield* Vault.use((vault) => vault.open("webhook-secret", "whk_1", sealed)).pipe(
        Effect.provide(vaultWith(2), { local: true }),
        Effect.flip
      )
      assert.strictEqual(forgotten.reason, "unknown_key")
    })
  )
})
