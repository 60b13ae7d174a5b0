import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Host names of their own under which brands have their portals. Any number of brands may name one; it is served for the
 * one that has shown that the name is its own.
 */
const script = `
create table portal_domains (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  domain text not null,
  ownership_token text not null,
  verified boolean not null default false,
  findings jsonb not null,
  failing_since timestamptz(3),
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

create unique index portal_domains_brand on portal_domains (tenant_id, brand_id)

create unique index portal_domains_proved on portal_domains (domain) where verified

create index portal_domains_checked on portal_domains (checked_at)

select trunkline_enable_rls('portal_domains')
`

/** Older code knows no such domain: to it, portals are at the server's own address. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
