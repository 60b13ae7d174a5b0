import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Vault } from "../../accounts/Vault.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf } from "../../domain/Ids.ts"
import { type FailureNotice, failureNotice } from "../../webhooks/failureNotice.ts"
import { insertMail } from "../outbound/insertMail.ts"
import { type Moment, momentOr } from "../rows/columns.ts"

/** Webhooks handled in one transaction. */
const piece = 50
/** Hours without success after which owners are told. */
const tolerated = 24

interface Row {
  readonly id: string
  readonly url: string
  readonly state: FailureNotice["state"]
  readonly failing_since: Moment | null
  readonly brand: string
  readonly recipients: ReadonlyArray<string>
}

/**
 * Queues a mail to each owner and admin about webhooks that have failed for a day, or were disabled because they failed or are
 * gone. Tells of each failure and each disabling once, in the transaction that records so.
 */
export const tellOfFailures = (
  sql: SqlClient.SqlClient,
  vault: Vault["Service"],
  next: IdGenerator["Service"]["next"],
  options: { readonly publicUrl: string; readonly mailDomain: string }
) =>
  Effect.gen(function* () {
    const rows = yield* sql<Row>`WITH untold AS (
        SELECT id FROM webhooks
        WHERE (status <> 'disabled' AND failing_since < now() - make_interval(hours => ${tolerated})
            AND told_failing_since IS DISTINCT FROM failing_since)
          OR (status = 'disabled' AND disabled_reason IN ('gone', 'failing')
            AND told_disabled_at IS DISTINCT FROM disabled_at)
        ORDER BY id LIMIT ${piece} FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE webhooks w SET told_failing_since = failing_since, told_disabled_at = disabled_at
      FROM untold u, brands b, tenants t
      WHERE w.id = u.id AND b.id = w.brand_id AND t.id = w.tenant_id
      RETURNING w.id, w.url, w.failing_since, b.name AS brand,
        CASE WHEN w.status = 'disabled' THEN 'disabled_' || w.disabled_reason ELSE 'failing' END AS state,
        array(SELECT m.email FROM members m WHERE m.account_id = t.account_id AND m.status = 'active'
          AND m.role IN ('owner', 'admin') AND m.notify_email ORDER BY m.id) AS recipients`
    yield* Effect.forEach(
      rows.flatMap(({ recipients, ...row }) => recipients.map((to) => ({ ...row, to }))),
      ({ brand, failing_since, id, state, to, url }) =>
        insertMail(
          sql,
          vault,
          failureNotice(
            { webhookId: idOf("webhook", id), brandName: brand, url, state, failingSince: momentOr(failing_since) },
            { ...options, id: next("message"), to }
          )
        ),
      { discard: true }
    )
    return rows.length
  }).pipe(sql.withTransaction)
