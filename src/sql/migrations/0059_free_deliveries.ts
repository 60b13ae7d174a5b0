import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Deliveries that hold nothing up wait for nothing either: those that a person sends anew, that have failed often, or of a
 * webhook that wants no order. A claim finds them behind thousands that wait for an earlier one of their ticket.
 */
const script = `
create index deliveries_free on deliveries (webhook_id, due_at, event_id) where not hold
`

/** Older code writes and reads the same rows. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
