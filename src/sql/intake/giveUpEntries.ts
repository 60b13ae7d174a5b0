import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { GivenUp } from "../../tickets/intake/ChannelInbox.ts"

/** An entry of `channel_inbox` that is yet to be handled. */
export const isWaiting = "done_at IS NULL AND failed_at IS NULL"

/**
 * Gives up those entries of a brand's `channel_inbox` for which `condition` on `$1` holds: each gets an entry in the inbound
 * log as `failed`.
 */
export const giveUpEntries = (
  sql: SqlClient.SqlClient,
  { brandId }: Pick<BrandScope, "brandId">,
  condition: string,
  parameter: string,
  { error, flag, from, to }: GivenUp
): Effect.Effect<unknown, SqlError.SqlError> =>
  sql.unsafe(
    `WITH failed AS (
      UPDATE channel_inbox SET failed_at = now(), error = $2 WHERE ${condition} RETURNING *)
    INSERT INTO inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients,
      status, flags, error, attempts, size, received_at, processed_at)
    SELECT id, tenant_id, $3::uuid, channel, dedupe_key, sha256(convert_to(dedupe_key, 'UTF8')),
      coalesce($4::text, kind), $5::text[], 'failed', $6::text[], error, attempts, octet_length(payload::text), received_at, now()
    FROM failed
    ON CONFLICT (tenant_id, id) DO UPDATE SET status = 'failed', flags = excluded.flags, error = excluded.error,
      attempts = inbound_messages.attempts + excluded.attempts, processed_at = now()`,
    [parameter, error, uuidOf(brandId), from ?? null, to === undefined ? [] : [to], flag === undefined ? [] : [flag]]
  )
