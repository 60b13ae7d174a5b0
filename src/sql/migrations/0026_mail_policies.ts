import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What a brand wants done with spam while its sender is connected, and whose mail is somebody else's: that of forms. */
const script = `
alter table brands
  add column inbound_spam text not null default 'mark' check (inbound_spam in ('mark', 'reject')),
  add column contact_form_senders text[] not null default '{}'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
