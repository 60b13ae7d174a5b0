import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** A brand's newest acknowledgements, whomever they went to: it sends so many in an hour and no more. */
const script = `
create index outgoing_mail_acknowledgements on outgoing_mail (brand_id, id) where kind = 'autoresponse'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
