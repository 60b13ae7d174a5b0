import { Effect, Record, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { type Purpose, Vault } from "../accounts/Vault.ts"
import { type KeptSecret, type SealedRow, sealedPlaces } from "./sealedPlaces.ts"

/** What became of the secrets that are kept for as long as the records they belong to. */
export interface SealedAnew {
  /** Secrets that are now sealed under the first key, and were under another one before. */
  readonly renewed: number
  /** Ids of records with a secret that none of the keys opens. */
  readonly lost: ReadonlyArray<string>
}

/**
 * Reseals, under the first key, the secrets of webhooks, channels and Slack apps and the DKIM keys, so that the other keys of
 * ENCRYPTION_KEY can be retired. Servers may keep running if all of them know the first key: a secret that changes meanwhile is
 * left alone, since it is sealed under that key already. Short-lived secrets (mail, answers, codes) are left too: they are gone
 * within days. `sql` sees every tenant.
 */
export const sealAnew = Effect.fn("sealAnew")(function* (sql: SqlClient.SqlClient) {
  const vault = yield* Vault
  const lost = new Set<string>()
  let renewed = 0

  /** The secret resealed; `undefined` if nothing is to be done, or no key opens it. */
  const anew = Effect.fnUntraced(function* (purpose: Purpose, { known, record, sealed }: KeptSecret) {
    if (vault.isUpToDate(sealed)) return undefined
    const opened = yield* Effect.result(vault.open(purpose, record, sealed))
    if (Result.isSuccess(opened)) return yield* vault.seal(purpose, record, opened.success)
    lost.add(known)
    return undefined
  })

  for (const [purpose, places] of Record.toEntries(sealedPlaces)) {
    for (const { column, secretsOf, table, type, withSecrets } of places) {
      const rows = yield* sql<SealedRow>`SELECT * FROM ${sql(table)} ORDER BY id`
      for (const row of rows) {
        const secrets = secretsOf(row)
        const sealed = yield* Effect.forEach(secrets, (secret) => anew(purpose, secret))
        const count = sealed.filter((one) => one !== undefined).length
        if (count === 0) continue
        const before = secrets.map(({ sealed }) => sealed)
        const after = before.map((one, at) => sealed[at] ?? one)
        const as = sql.literal(`::text::${type}`)
        const changed = yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${withSecrets(row, after)}${as}
          WHERE id = ${row.id} AND ${sql(column)} = ${withSecrets(row, before)}${as} RETURNING id`
        if (changed.length > 0) renewed += count
      }
    }
  }
  return { renewed, lost: [...lost] } satisfies SealedAnew
})
