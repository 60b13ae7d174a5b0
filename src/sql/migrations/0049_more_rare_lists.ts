import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What few tickets have and lists ask for. Tickets that have none of it, and are opened without, pay for none of these. */
const script = `
create index tickets_created_by on tickets (brand_id, created_by, id desc) where created_by is not null

create index tickets_due on tickets (brand_id, due_at, id) where due_at is not null

create index tickets_files on tickets (brand_id, id desc) where attachment_count > 0

create index tickets_origin on tickets (brand_id, origin, id desc) where origin not in ('api', 'email')
`

/** Older code asks for nothing more. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
