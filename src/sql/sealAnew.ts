import { Effect, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { type Purpose, Vault } from "../accounts/Vault.ts"
import { type ConnectionKind, connectionIdOf } from "../domain/ChannelConnection.ts"
import { idOf } from "../domain/Ids.ts"
import type { DomainKeyJson } from "./rows/emailDomainRow.ts"
import { sealedKey } from "./SqlEmailDomainStore.ts"

/** What became of the secrets that are kept for as long as the records that they belong to. */
export interface SealedAnew {
  /** Sealed under the first key now, and under another one before. */
  readonly renewed: number
  /** Ids of records with a secret that none of the keys opens. */
  readonly lost: ReadonlyArray<string>
}

interface SealedRow {
  readonly id: string
  readonly sealed: Uint8Array
  /** Of a webhook's secret. */
  readonly webhook_id: string
  /** Of a connection. */
  readonly kind: ConnectionKind
}

interface Place {
  readonly table: string
  readonly column: string
  readonly purpose: Purpose
  /** The id by which people know whose secret it is; the value opens for it, unless `record` says otherwise. */
  readonly known: (row: SealedRow) => string
  readonly record?: (row: SealedRow) => string
}

/** Where rows have one secret each. */
const places: ReadonlyArray<Place> = [
  {
    table: "webhook_secrets",
    column: "sealed",
    purpose: "webhook-secret",
    known: (row) => idOf("webhook", row.webhook_id),
    record: ({ id }) => id
  },
  {
    table: "channel_connections",
    column: "secrets",
    purpose: "channel-secret",
    known: ({ id, kind }) => connectionIdOf(kind, id)
  },
  { table: "slack_apps", column: "secrets", purpose: "channel-secret", known: ({ id }) => idOf("app", id) }
]

/**
 * Seals anew, under the first key, the secrets of webhooks, channels and Slack apps and the keys of DKIM, so that the other keys of
 * ENCRYPTION_KEY can be retired. Servers may work meanwhile, and all must know the first key: whatever changes under it is left
 * as it is, being sealed by it already. What is on its way (mail, answers, codes) is left too: it goes within days. `sql` sees
 * every tenant.
 */
export const sealAnew = Effect.fn("sealAnew")(function* (sql: SqlClient.SqlClient) {
  const vault = yield* Vault
  const lost = new Set<string>()
  let renewed = 0

  /** Undefined where there is nothing to do, or nothing that can be done. */
  const anew = Effect.fnUntraced(function* (purpose: Purpose, record: string, sealed: Uint8Array, known: string) {
    if (vault.isUpToDate(sealed)) return undefined
    const opened = yield* Effect.result(vault.open(purpose, record, sealed))
    if (Result.isSuccess(opened)) return yield* vault.seal(purpose, record, opened.success)
    lost.add(known)
    return undefined
  })

  for (const { column, known, purpose, record = known, table } of places) {
    const rows = yield* sql<SealedRow>`SELECT t.*, ${sql(column)} AS sealed FROM ${sql(table)} t ORDER BY id`
    for (const row of rows) {
      const sealed = yield* anew(purpose, record(row), row.sealed, known(row))
      if (sealed === undefined) continue
      const changed = yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${sealed}
        WHERE id = ${row.id} AND ${sql(column)} = ${row.sealed} RETURNING id`
      renewed += changed.length
    }
  }

  const domains = yield* sql<{ id: string; keys: ReadonlyArray<DomainKeyJson> }>`
    SELECT id, keys FROM email_domains WHERE keys <> '[]' ORDER BY id`
  for (const { id, keys } of domains) {
    const known = idOf("domain", id)
    const sealed = yield* Effect.forEach(keys, (key) =>
      anew("dkim-key", sealedKey(known, key.selector), Buffer.from(key.sealed, "base64"), known)
    )
    if (sealed.every((one) => one === undefined)) continue
    const next = keys.map((key, at) => {
      const bytes = sealed[at]
      return bytes === undefined ? key : { ...key, sealed: Buffer.from(bytes).toString("base64") }
    })
    const changed = yield* sql`UPDATE email_domains SET keys = ${JSON.stringify(next)}::text::jsonb
      WHERE id = ${id} AND keys = ${JSON.stringify(keys)}::text::jsonb RETURNING id`
    if (changed.length > 0) renewed += sealed.filter((one) => one !== undefined).length
  }
  return { renewed, lost: [...lost] } satisfies SealedAnew
})
