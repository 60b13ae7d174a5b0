import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What operators ask: which nodes run, what was given up lately, and whose installation it is (docs/decisions/0044).
 *
 * - `node_registry` has a line for each server process, renewed every few seconds. `nodes` has those that lease deliveries, which
 *   are forgotten as soon as they are gone.
 * - `accounts.operates` marks the account of who runs the installation: the one that its first start made. Of several accounts nobody can tell now
 *   whether that one is still among them.
 * - What was given up is found by small indexes: of large tables, these have few rows.
 */
const script = `
create table node_registry (
  id uuid primary key,
  version text not null,
  migration int not null,
  host text not null,
  port int not null,
  pid int not null,
  started_at timestamptz(3) not null,
  heard_at timestamptz(3) not null default now(),
  stopped_at timestamptz(3)
)

comment on column node_registry.migration is 'the newest step of the schema that its code knows'

comment on column node_registry.stopped_at is 'when it stopped as it should; null while it runs, and of one that was killed'

alter table accounts add column operates boolean not null default false

comment on column accounts.operates is 'its owners and admins see how the installation is'

update accounts set operates = true where (select count(*) from accounts) = 1

create index outgoing_mail_failed on outgoing_mail (channel, settled_at) where state = 'failed'

create index inbound_messages_failed on inbound_messages (channel, received_at) where status = 'failed'
`

/** Older code asks for nothing more; nodes of it have no line. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
