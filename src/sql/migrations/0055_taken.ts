import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What members have yet to do: every dashboard counts it again after each change, without those of what they have done. */
const script = `
create index tickets_taken on tickets (assignee_id, tenant_id, brand_id)
  where assignee_id is not null and status_category in ('open', 'pending') and deleted_at is null and merged_into_id is null and not is_spam
`

/** Older code asks for nothing more. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
