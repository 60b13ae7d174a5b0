import { Effect } from "effect"
import { keyIdEnd, Vault } from "../accounts/Vault.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"
import { sealedPlaces } from "./sealedPlaces.ts"

/** Warns at startup if ENCRYPTION_KEY is not, or does not include, a key that opens the secrets in the database. */
export const warnOfMissingKey = Effect.gen(function* () {
  const { system } = yield* Database
  const { hasKeyOf } = yield* Vault
  const secrets = Object.values(sealedPlaces).flatMap((places) => places.map(({ each }) => each))
  const heads = yield* query(
    system<{
      readonly head: Uint8Array
    }>`SELECT DISTINCT substring(sealed FOR ${keyIdEnd}::int) AS head FROM (${system.literal(secrets.join(" UNION ALL "))}) kept`
  )
  if (heads.every(({ head }) => hasKeyOf(head))) return
  yield* Effect.logWarning(
    "Secrets in the database are sealed with a key that is not in ENCRYPTION_KEY. Until it is, everything that needs them waits, such as webhooks. `npm run reseal` says whose they are."
  )
})
