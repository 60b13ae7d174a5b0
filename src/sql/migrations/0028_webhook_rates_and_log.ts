import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * How far a webhook with a rate has used it up: in a table of its own, because each claim of such a webhook locks its row,
 * and must wait for nothing but other claims. And what the delivery log is filtered by, where few among many are wanted.
 */
const script = `
alter table webhooks add constraint webhooks_rate check (rate_per_second between 1 and 1000)

create table webhook_paces (
  webhook_id uuid primary key,
  tenant_id uuid not null,
  used_until timestamptz not null default now(),
  foreign key (tenant_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 50)

comment on column webhook_paces.used_until is 'when the requests that were admitted so far will have been paid for, each with a second divided by the rate'

select trunkline_enable_rls('webhook_paces')

create index attempts_failed on attempts (webhook_id, delivery_id desc, id desc) where final > 1

create index attempts_named on attempts (webhook_id, event_type, delivery_id desc, id desc) where final is not null
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
