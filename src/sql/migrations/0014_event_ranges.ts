import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** A brand's events in the order of time, for what is sent again; nothing walks a whole tenant's. */
const script = `
drop index events_tenant

create index events_brand on events (brand_id, id)

drop table replay_jobs
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
