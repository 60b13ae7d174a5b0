import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What customers sign in to a brand's portal with, and the index by which a preflight finds out who lists its origin. */
const script = `
create table portal_tokens (
  hash bytea primary key,
  tenant_id uuid not null,
  brand_id uuid not null,
  customer_id uuid not null,
  lifetime int not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  foreign key (tenant_id, brand_id) references brands on delete cascade,
  foreign key (tenant_id, customer_id) references customers on delete cascade
)

comment on column portal_tokens.lifetime is 'seconds; a refreshed token gets the same'

create index portal_tokens_customer on portal_tokens (tenant_id, customer_id, created_at desc)

create index portal_tokens_brand on portal_tokens (tenant_id, brand_id)

create index portal_tokens_end on portal_tokens (tenant_id, expires_at)

select trunkline_enable_rls('portal_tokens')

create table portal_links (
  tenant_id uuid not null,
  brand_id uuid not null,
  email text not null,
  hash bytea not null unique,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, brand_id, email),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

comment on table portal_links is 'one link for an address in a brand: a newer one takes the place of the older'

create index portal_links_end on portal_links (tenant_id, expires_at)

select trunkline_enable_rls('portal_links')

create index brands_portal_origins on brands using gin (portal_origins) where deleted_at is null
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
