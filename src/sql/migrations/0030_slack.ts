import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Installations of the Slack app that were begun in a browser. */
const script = `
create table slack_install_states (
  state_hash bytea not null primary key,
  tenant_id uuid not null,
  brand_id uuid not null,
  session_id uuid not null,
  redirect_url text,
  expires_at timestamptz(3) not null,
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

comment on column slack_install_states.state_hash is 'SHA-256 of what the browser carries to Slack and back, once'

create index slack_install_states_expiry on slack_install_states (expires_at)

select trunkline_enable_rls('slack_install_states')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
