import { Effect, Layer } from "effect"
import { Vault } from "../../accounts/Vault.ts"
import { type ConnectionKind, connectionIdOf } from "../../domain/ChannelConnection.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { ConnectionNotices } from "../../tickets/connections/ConnectionNotices.ts"
import { type ConnectionNotice, connectionNotice } from "../../tickets/connections/connectionNotice.ts"
import { Database } from "../Database.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { query } from "../query.ts"

/** Connections handled in one transaction. */
const piece = 50

interface Row {
  readonly id: string
  readonly kind: ConnectionKind
  readonly name: string
  readonly brand: string
  readonly status: ConnectionNotice["status"]
  readonly last_error: string | null
  readonly recipients: ReadonlyArray<string>
}

/** `ConnectionNotices` for all tenants. Tells of each failure once, in the transaction that records so. */
export const layer = (mail: { readonly publicUrl: string; readonly mailDomain: string }) =>
  Layer.effect(
    ConnectionNotices,
    Effect.gen(function* () {
      const { system } = yield* Database
      const vault = yield* Vault
      const ids = yield* IdGenerator

      const tell = Effect.gen(function* () {
        const rows = yield* system<Row>`WITH untold AS (
            SELECT id FROM channel_connections
            WHERE status IN ('needs_reauth', 'error') AND told_status IS DISTINCT FROM status
            ORDER BY id LIMIT ${piece} FOR NO KEY UPDATE SKIP LOCKED)
          UPDATE channel_connections k SET told_status = k.status
          FROM untold u, brands b, tenants t
          WHERE k.id = u.id AND b.id = k.brand_id AND t.id = k.tenant_id
          RETURNING k.id, k.kind, k.name, b.name AS brand, k.status, k.last_error,
            array(SELECT m.email FROM members m WHERE m.account_id = t.account_id AND m.status = 'active'
              AND m.role IN ('owner', 'admin') AND m.notify_email ORDER BY m.id) AS recipients`
        for (const { brand, id, kind, last_error, name, recipients, status } of rows)
          for (const to of recipients)
            yield* insertMail(
              system,
              vault,
              connectionNotice(
                {
                  id: connectionIdOf(kind, id),
                  kind,
                  name,
                  brandName: brand,
                  status,
                  lastError: last_error ?? undefined
                },
                { ...mail, id: ids.next("message"), to }
              )
            )
        return rows.length
      }).pipe(system.withTransaction)

      return ConnectionNotices.of({ tell: query(tell) })
    })
  )
