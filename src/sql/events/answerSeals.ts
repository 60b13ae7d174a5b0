import { Effect, Redacted } from "effect"
import type { Vault } from "../../accounts/Vault.ts"

/**
 * Answers with a secret in them as receipts keep them: encrypted, in base64, each for the key (in hex) of its own command.
 * One whose encryption key is not configured any more is lost with it: a mistake of the operator's, and a defect.
 */
export const answerSeals = (vault: Vault["Service"]) => ({
  seal: (key: string, body: string): Effect.Effect<string> =>
    Effect.map(vault.seal("idempotent-answer", key, Redacted.make(body)), (bytes) =>
      Buffer.from(bytes).toString("base64")
    ),
  open: (key: string, sealed: string): Effect.Effect<string> =>
    vault.open("idempotent-answer", key, Buffer.from(sealed, "base64")).pipe(Effect.map(Redacted.value), Effect.orDie)
})
