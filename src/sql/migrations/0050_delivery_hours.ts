import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** How many deliveries of a webhook ended within an hour and how long they took, of today and yesterday: days are their sums. */
const script = `
create table delivery_hours (
  tenant_id uuid not null,
  webhook_id uuid not null,
  hour timestamptz not null,
  final smallint not null,
  about_ms int not null,
  count int not null,
  primary key (webhook_id, hour, final, about_ms),
  foreign key (tenant_id, webhook_id) references webhooks on delete cascade
)

comment on column delivery_hours.final is 'as in attempts: 1 delivered, 2 failed'

comment on column delivery_hours.about_ms is 'how long the last attempt took, to two significant digits'

select trunkline_enable_rls('delivery_hours')
`

/** Older code counts whole days anew, into the same rows. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
