import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Support addresses that have to be proved, and domains that brands take mail at or send mail from. `keys` are a sending
 * domain's two DKIM keys, their private halves sealed; `findings` are its DNS records as the last check found them.
 */
const script = `
alter table addresses
  add column code text,
  add column code_expires_at timestamptz(3),
  add column code_tries int not null default 0

comment on column addresses.code is 'what was mailed to the address to prove it; base64 of the sealed digits'

create unique index addresses_record on addresses (tenant_id, id)

create unique index addresses_primary on addresses (brand_id) where is_primary

create table email_domains (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  domain text not null,
  type text not null check (type in ('INBOUND', 'OUTBOUND')),
  verified boolean not null default false,
  is_primary boolean not null default false,
  from_name text,
  from_email text,
  reply_mode text not null default 'MATCH' check (reply_mode in ('SINGLE', 'MATCH')),
  ownership_token text not null,
  keys jsonb not null default '[]',
  findings jsonb not null default '[]',
  failing_since timestamptz(3),
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

comment on column email_domains.checked_at is 'when a node last took it on to check it'

create unique index email_domains_claim on email_domains (domain, type)

create unique index email_domains_primary on email_domains (brand_id, type) where is_primary

create index email_domains_brand on email_domains (tenant_id, brand_id)

create index email_domains_checked on email_domains (checked_at)

select trunkline_enable_rls('email_domains')

create index outgoing_mail_sender on outgoing_mail (tenant_id, brand_id, from_address, settled_at desc)
  where state in ('sent', 'failed')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
