import { Effect, Layer } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { SecretRotation } from "../../tickets/connections/SecretRotation.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { retryConflicts } from "../retryConflicts.ts"
import { connectionNews } from "./connectionNews.ts"

export const layer = Layer.effect(
  SecretRotation,
  Effect.gen(function* () {
    const { system } = yield* Database
    const vault = yield* Vault

    return SecretRotation.of({
      rotate: (id, renew) =>
        Effect.gen(function* () {
          const [row] = yield* system<{ secrets: Uint8Array }>`
            SELECT secrets FROM channel_connections WHERE id = ${uuidOf(id)} FOR UPDATE`
          if (row === undefined) return
          // A secret whose key is gone is the operator's mistake, which the log names.
          const secrets = yield* Effect.orDie(vault.open("channel-secret", id, row.secrets))
          const renewed = yield* renew(secrets)
          if (renewed === undefined) return
          const sealed = yield* vault.seal("channel-secret", id, renewed)
          yield* system`UPDATE channel_connections SET secrets = ${sealed} WHERE id = ${uuidOf(id)}`
          yield* system`SELECT pg_notify(${connectionNews}, ${id})`
        }).pipe(system.withTransaction, retryConflicts, query)
    })
  })
)
