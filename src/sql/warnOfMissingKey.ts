import { Effect } from "effect"
import { keyIdEnd, Vault } from "../accounts/Vault.ts"
import { Database } from "./Database.ts"
import { query } from "./query.ts"

/** Says at a start that ENCRYPTION_KEY is not the one, or lacks one, by which the secrets in the database can be read. */
export const warnOfMissingKey = Effect.gen(function* () {
  const { system } = yield* Database
  const { hasKeyOf } = yield* Vault
  const heads = yield* query(system<{
    readonly head: Uint8Array
  }>`SELECT DISTINCT substring(sealed FOR ${keyIdEnd}::int) AS head FROM (
    SELECT sealed FROM webhook_secrets WHERE coalesce(expires_at > now(), true)
    UNION ALL SELECT secrets FROM channel_connections
    UNION ALL SELECT secrets FROM slack_apps
    UNION ALL SELECT decode(key->>'sealed', 'base64') FROM email_domains, jsonb_array_elements(keys) key) kept (sealed)`)
  if (heads.every(({ head }) => hasKeyOf(head))) return
  yield* Effect.logWarning(
    "Secrets in the database are sealed under a key that ENCRYPTION_KEY does not name: until it does, what needs them, such as webhooks, waits. `npm run reseal` says whose they are."
  )
})
