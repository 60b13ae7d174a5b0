import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { graceDays } from "../../domain/AccountDeletion.ts"

/**
 * Takes deleted accounts offline, in the current transaction of the `system` pool: hides their brands, gives up the domains of
 * their portals, disables their webhooks and holds back their waiting messages. Each carries a mark by which `revive`
 * recognises it. Runs at a deletion, and again in the sweeper for what a command in progress has added.
 */
export const silenceAccounts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const deleted = sql.literal(
    "FROM tenants t JOIN accounts a ON a.id = t.account_id AND a.deleted_at IS NOT NULL WHERE x.tenant_id = t.id"
  )
  const brands = yield* sql`UPDATE brands x SET deleted_at = a.deleted_at, version = x.version + 1, updated_at = now()
    ${deleted} AND x.deleted_at IS NULL RETURNING 1`
  yield* sql`UPDATE portal_domains x SET verified = false, verified_at = NULL, checked_at = NULL
    ${deleted} AND x.verified`
  const webhooks = yield* sql<{ id: string }>`UPDATE webhooks x
    SET status = 'disabled', disabled_reason = 'account_deleted', disabled_at = now()
    ${deleted} AND x.status = 'enabled' RETURNING x.id`
  const mails = yield* sql`UPDATE outgoing_mail x SET due_at = ${heldUntil(sql)}
    ${deleted} AND x.state = 'queued' AND x.due_at < ${heldUntil(sql)} RETURNING 1`
  return { brands: brands.length, webhookIds: webhooks.map(({ id }) => id), mails: mails.length }
})

/** Undoes that for one account, whose row still has the time of the deletion. */
export const revive = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: string) {
  const theirs = sql`FROM tenants t JOIN accounts a ON a.id = t.account_id
    WHERE a.id = ${accountId} AND x.tenant_id = t.id`
  const brands = yield* sql`UPDATE brands x SET deleted_at = NULL, version = x.version + 1, updated_at = now()
    ${theirs} AND x.deleted_at = a.deleted_at RETURNING 1`
  const webhooks = yield* sql<{ id: string }>`UPDATE webhooks x
    SET status = 'enabled', disabled_reason = NULL, disabled_at = NULL
    ${theirs} AND x.disabled_reason = 'account_deleted' RETURNING x.id`
  yield* sql`UPDATE outgoing_mail x SET due_at = DEFAULT ${theirs} AND x.state = 'queued' AND x.due_at = ${heldUntil(sql)}`
  return { brands: brands.length, webhookIds: webhooks.map(({ id }) => id) }
})

/** When a message of the deleted account `a` would be sent: never, because it is removed with the account before that. */
const heldUntil = (sql: SqlClient.SqlClient) => sql.literal(`(a.deleted_at + interval '${graceDays + 365} days')`)
