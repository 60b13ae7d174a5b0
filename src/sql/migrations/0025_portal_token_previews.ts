import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** By what a list shows which token it means, without telling the token. */
const script = `
alter table portal_tokens add column preview text not null

comment on column portal_tokens.preview is 'the last four characters of the token, after pt_…'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
