import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * When a ticket last changed for its customer, who must not learn from a time that the team worked on it. Both are null
 * in most rows: no ticket is written for them, and none twice.
 */
const script = `
alter table tickets
  add column customer_updated_at timestamptz(3),
  add column customer_updates_due timestamptz(3)[]

comment on column tickets.customer_updated_at is 'when the customer last saw a change; null: updated_at'

comment on column tickets.customer_updates_due is 'when replies that can still be taken back come to be seen'
`

/** Older code leaves both as they are: until it is gone, a time for customers can be that of a note, or one of before. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
