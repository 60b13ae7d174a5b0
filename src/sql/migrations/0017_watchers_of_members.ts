import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Finds what a member watches, for when they leave. */
const script = `
create index watchers_member on watchers (tenant_id, member_id)
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
