import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Installations of the Slack app that were begun in a browser, and what its Home tabs show to whom. */
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

create table chat_homes (
  tenant_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  brand_ids uuid[] not null,
  member_id uuid,
  shows_unassigned boolean not null,
  ticket_ids uuid[] not null,
  place jsonb not null,
  opened_at timestamptz(3) not null default now(),
  shown_at timestamptz(3) not null default now(),
  primary key (connection_id, external_id),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade
)

comment on column chat_homes.shown_at is 'the moment as which it shows its tickets, or is about to'

create index chat_homes_opened on chat_homes (opened_at)

select trunkline_enable_rls('chat_homes')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
