import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Which tickets an address watches or has watched, as the audit log tells: an erased customer must not be named there. */
const script = `
create index audit_log_watchers on audit_log (tenant_id, (coalesce(changes #>> '{watcher,new}', changes #>> '{watcher,old}')))
  where coalesce(changes #>> '{watcher,new}', changes #>> '{watcher,old}') is not null
`

/** Older code asks for nothing more. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
