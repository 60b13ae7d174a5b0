import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Remembers of which failing, and of which disabling, of a webhook its owners were told, so that they are told once. */
const script = `
alter table webhooks
  add column told_failing_since timestamptz(3),
  add column told_disabled_at timestamptz(3)

create index webhooks_failing on webhooks (failing_since) where failing_since is not null

create index webhooks_ended on webhooks (disabled_at) where disabled_reason in ('gone', 'failing')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
