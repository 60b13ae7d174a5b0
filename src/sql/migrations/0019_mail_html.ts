import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What a mail looks like, beside its text; made safe before it is stored. */
const script = `
alter table inbound_messages add column html text

comment on column inbound_messages.html is 'sanitised HTML of a mail, its images by the content ids of its files'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
