import { Layer, Redacted } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"

/** A vault with a key that every test knows. */
export const testVault = Vault.layer.pipe(
  Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(32).fill(7)])))
)
