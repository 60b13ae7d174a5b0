import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** Who may call: accounts, their two tenants (live and test), members, sessions and API keys. */
const script = `
create table accounts (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
)

create table tenants (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  mode text not null check (mode in ('live', 'test')),
  unique (account_id, mode)
)

create table members (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  email text not null,
  first_name text, last_name text, display_name text, avatar_url text,
  role text not null check (role in ('owner', 'admin', 'agent')),
  status text not null check (status in ('active', 'pending')),
  all_brands boolean not null default true,
  brand_ids uuid[] not null default '{}',
  sent_at timestamptz(3), last_active_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (account_id, email)
)

create index members_email on members (email)

create table magic_links (
  email text primary key,
  hash bytea not null unique,
  account_id uuid references accounts on delete cascade,
  expires_at timestamptz(3) not null
)

comment on table magic_links is 'one link for an address: a newer one takes the place of the older'

comment on column magic_links.account_id is 'the account to sign in to, when the caller named one'

create table sessions (
  id uuid primary key,
  hash bytea not null unique,
  account_id uuid not null references accounts on delete cascade,
  member_id uuid not null references members on delete cascade,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
)

create index sessions_member on sessions (member_id)

create table api_keys (
  id uuid primary key,
  tenant_id uuid not null references tenants on delete cascade,
  name text not null,
  hash bytea not null unique,
  prefix text not null,
  preview text not null,
  all_brands boolean not null,
  brand_ids uuid[] not null default '{}',
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
)

create index api_keys_tenant on api_keys (tenant_id, id)

select trunkline_enable_rls('api_keys')

create table receipts (
  tenant_id uuid not null,
  key bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  sealed boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, key)
)

create index receipts_age on receipts (created_at)

select trunkline_enable_rls('receipts')

create table audit_log (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid,
  ticket_id uuid,
  event text not null,
  entity_type text not null,
  entity_id uuid not null,
  changes jsonb,
  performed_by jsonb not null,
  source text not null,
  metadata jsonb,
  request_id text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
)

create index audit_log_ticket on audit_log (ticket_id, id) where ticket_id is not null

create index audit_log_brand on audit_log (tenant_id, brand_id, id desc)

select trunkline_enable_rls('audit_log')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
