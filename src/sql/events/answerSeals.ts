import { Effect, Redacted } from "effect"
import type { Vault } from "../../accounts/Vault.ts"

/**
 * Seals and opens answers that contain a secret, as receipts store them: encrypted, in base64, each bound to the key (in hex)
 * of its own command. An answer whose encryption key is no longer configured is lost: an operator's mistake, and a defect.
 */
export const answerSeals = (vault: Vault["Service"]) => ({
  seal: (key: string, body: string): Effect.Effect<string> =>
    Effect.map(vault.seal("idempotent-answer", key, Redacted.make(body)), (bytes) =>
      Buffer.from(bytes).toString("base64")
    ),
  open: (key: string, sealed: string): Effect.Effect<string> =>
    vault.open("idempotent-answer", key, Buffer.from(sealed, "base64")).pipe(Effect.map(Redacted.value), Effect.orDie)
})
