import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Slack apps that brands bring along. A workspace that let one in names it in its settings as `app`; so does an installation
 * on its way. A workspace of the simulator says of itself that it is `simulated`.
 */
const script = `
create table slack_apps (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  name text not null,
  client_id text,
  known text[] not null,
  secrets bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

comment on column slack_apps.secrets is 'JSON sealed by the vault as channel-secret; known names what is in it'

create unique index slack_apps_id on slack_apps (id)

create index slack_apps_brand on slack_apps (tenant_id, brand_id)

create index slack_apps_listening on slack_apps (id) where 'appToken' = any(known)

select trunkline_enable_rls('slack_apps')

alter table slack_install_states
  add column app_id uuid,
  add foreign key (tenant_id, app_id) references slack_apps on delete cascade

select set_config('trunkline.system', 'on', true)

update channel_connections set settings = settings || '{"simulated": true}'
  where kind = 'chat' and settings ->> 'appId' = 'simulated'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
