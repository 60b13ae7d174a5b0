import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What mail systems report beside failures: mail that is delayed on its way, and people who call it spam. */
const script = `
alter table outgoing_mail
  drop constraint outgoing_mail_receipt_check,
  add constraint outgoing_mail_receipt_check check (receipt in ('delayed', 'delivered', 'failed', 'bounced'))

alter table bounced_addresses
  add column reason text not null default 'bounce' check (reason in ('bounce', 'complaint'))

comment on column bounced_addresses.reason is 'complaint: whoever has it reported mail of the brand as spam'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
