import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Accounts that were deleted. From `deleted_at` on nobody gets in, their brands are hidden and their webhooks are off;
 * `restore_hash` is of the token that brings the account back for as long as it can be.
 */
const script = `
alter table accounts
  add column deleted_at timestamptz(3),
  add column restore_hash bytea unique,
  add constraint accounts_restorable check ((deleted_at is null) = (restore_hash is null))

create index accounts_deleted on accounts (deleted_at) where deleted_at is not null

alter table webhooks
  drop constraint webhooks_disabled_reason_check,
  add constraint webhooks_disabled_reason_check check (disabled_reason in ('manual', 'gone', 'failing', 'account_deleted'))
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
