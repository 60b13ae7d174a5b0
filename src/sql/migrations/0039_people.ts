import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What clients keep for members, such as the keys that somebody chose for the dashboard; and which customer another one
 * turned out to be.
 */
const script = `
alter table members add column preferences jsonb check (jsonb_typeof(preferences) = 'object')

comment on column members.preferences is 'what clients keep for the member: written and read as a whole, used for nothing'

alter table customers
  add column merged_into_id uuid,
  add foreign key (tenant_id, merged_into_id) references customers on delete set null (merged_into_id)

create index customers_merged on customers (tenant_id, merged_into_id) where merged_into_id is not null
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
