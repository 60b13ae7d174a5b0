import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * A mail that whom it is to has, and that a mail system puts off for somebody in copy, is tried again for those alone, beside
 * whatever becomes of the message: on a schedule of its own, which no command of the ticket touches.
 */
const script = `
alter table outgoing_mail
  add column copies_due_at timestamptz(3),
  add column copies_attempts int not null default 0,
  add column copy_errors text[] not null default '{}'

comment on column outgoing_mail.copies_due_at is 'when context.waiting is to be tried, or the lease of that ends; null where nobody in copy waits apart'

comment on column outgoing_mail.copy_errors is 'who in copy does not get it, and why, as sentences'

create index outgoing_mail_copies on outgoing_mail (copies_due_at) where copies_due_at is not null
`

/** Older code tries no copies again, and leaves the new columns alone. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
