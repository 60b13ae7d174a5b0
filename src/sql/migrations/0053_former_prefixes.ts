import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What brands' prefixes were, as the audit log tells. It holds few such lines and many about a brand, such as one for each link to
 * its portal, and mail asks for them before its ticket is found.
 */
const script = `
create index audit_log_prefixes on audit_log (tenant_id, entity_id, id) where changes -> 'ticketPrefix' ->> 'old' is not null
`

/** Older code asks for nothing more. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
