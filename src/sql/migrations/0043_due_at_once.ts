import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What is due at once is due at once. Rounded to milliseconds, `now()` may be half of one ahead: who was told of a row and
 * looked within that time did not see it, and looked again seconds later. More digits would have indexes made anew.
 */
const script = `
alter table channel_inbox alter column due_at set default date_trunc('milliseconds', now())

alter table outgoing_mail alter column due_at set default date_trunc('milliseconds', now())

alter table chat_updates alter column due_at set default date_trunc('milliseconds', now())

alter table attachments alter column scan_at set default date_trunc('milliseconds', now())
`

/** Older code writes and reads these as before. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
