import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What connecting Slack and its windows need: installations that were begun, and what a connection remembers for a while
 * under a key, such as what a window is about.
 */
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

create table channel_memory (
  tenant_id uuid not null,
  connection_id uuid not null,
  key text not null,
  value jsonb not null,
  expires_at timestamptz(3) not null,
  primary key (connection_id, key),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade
)

create index channel_memory_expiry on channel_memory (expires_at)

select trunkline_enable_rls('channel_memory')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
