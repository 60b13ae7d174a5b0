import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What is due at once is due at once. Rounded to milliseconds, `now()` may be half of one ahead: who was told of a row and
 * looked within that time did not see it, and looked again seconds later. More digits rewrite neither table nor index.
 */
const script = `
alter table channel_inbox alter column due_at type timestamptz

alter table outgoing_mail alter column due_at type timestamptz

alter table chat_updates alter column due_at type timestamptz

alter table attachments alter column scan_at type timestamptz
`

/** Older code reads and writes these as before. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
