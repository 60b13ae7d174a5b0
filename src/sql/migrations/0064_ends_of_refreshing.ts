import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** How long a token has been refreshed, which has an end: a stolen one would be good for ever otherwise. */
const script = `
alter table portal_tokens add column first_issued_at timestamptz(3)

comment on column portal_tokens.first_issued_at is 'of a refreshed token: when the first one was issued; null: created_at'
`

/** Older code refreshes without an end, and what it has refreshed counts from then. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
