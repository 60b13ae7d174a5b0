import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Tickets by what they are called where they come from, and customers by their address although they are gone, since tickets are
 * listed by both.
 */
const script = `
create index tickets_source_id on tickets (brand_id, source_id) where source_id is not null

create index customers_email_deleted on customers (brand_id, email) where deleted_at is not null
`

/** Older code asks for nothing more. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
