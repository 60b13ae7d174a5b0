import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Punctuation and symbols, emoji among them, by code point: the text parser takes them for letters where the database's
 * locale is C, and for markup, addresses and signs elsewhere.
 */
const betweenWords = String.raw`[!-/:-@\[-\`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2116\u2122\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+`

/** What it is about: brands, their configuration, customers, tickets, comments, files and inbound messages. */
const script = `
create table brands (
  id uuid not null,
  tenant_id uuid not null references tenants on delete cascade,
  name text not null,
  slug text not null,
  ticket_prefix text not null,
  next_ticket_number bigint not null default 1001,
  url text, icon_url text, logo_url text, color text,
  settings jsonb, metadata jsonb, ticket_schema jsonb,
  inbound_email_enabled boolean not null default true,
  autoresponse_enabled boolean not null default false,
  autoresponse_subject text, autoresponse_body text,
  from_name text, from_email text,
  reply_mode text not null default 'MATCH',
  portal_origins text[] not null default '{}',
  reply_status text not null default 'keep',
  closed_reply text not null default 'window',
  closed_reply_window_days int not null default 14,
  assignee_on_reopen text not null default 'keep',
  embedded_revision bigint not null default 0,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (tenant_id, id)
) with (fillfactor = 50)

comment on column brands.embedded_revision is 'another one whenever something changes that the brand''s tickets show beside their own columns'

create function bump_embedded_revision() returns trigger language plpgsql as $$
begin
  update brands set embedded_revision = embedded_revision + 1 where id in (select distinct brand_id from changed);
  return null;
end $$

create function bump_embedded_revision_on(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger embedded_updated after update on %s referencing new table as changed
    for each statement execute function bump_embedded_revision()', target);
  execute format('create trigger embedded_deleted after delete on %s referencing old table as changed
    for each statement execute function bump_embedded_revision()', target);
end $$

create function bump_own_embedded_revision() returns trigger language plpgsql as $$
begin
  new.embedded_revision := old.embedded_revision + 1;
  return new;
end $$

create trigger brands_embedded before update of name, slug, ticket_prefix, icon_url, deleted_at on brands
  for each row execute function bump_own_embedded_revision()

create unique index brands_id on brands (id)

create unique index brands_slug on brands (tenant_id, slug) where deleted_at is null

select trunkline_enable_rls('brands')

create table addresses (
  id uuid primary key,
  tenant_id uuid not null,
  brand_id uuid not null,
  local_part text not null,
  domain text not null default '',
  kind text not null check (kind in ('system', 'alias', 'domain', 'forwarded')),
  from_name text,
  verified boolean not null default true,
  is_primary boolean not null default false,
  last_inbound_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (local_part, domain),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

comment on column addresses.domain is 'empty: the installation''s own INBOUND_DOMAIN'

create index addresses_brand on addresses (tenant_id, brand_id)

select trunkline_enable_rls('addresses')

create table statuses (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  key text not null,
  category text not null check (category in ('open', 'pending', 'resolved', 'closed')),
  name text not null,
  customer_name text not null,
  color text not null,
  description text,
  is_system boolean not null default false,
  is_default boolean not null default false,
  is_active boolean not null default true,
  sort_order int not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

create unique index statuses_key on statuses (brand_id, key)

select trunkline_enable_rls('statuses')

select bump_embedded_revision_on('statuses')

create table categories (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  name text not null,
  color text not null default '#6366f1',
  description text,
  sort_order int not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

create unique index categories_name on categories (brand_id, lower(name))

select trunkline_enable_rls('categories')

select bump_embedded_revision_on('categories')

create table tags (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  name text not null,
  color text not null default '#6366f1',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

create unique index tags_name on tags (brand_id, lower(name))

select trunkline_enable_rls('tags')

select bump_embedded_revision_on('tags')

create table companies (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  name text not null,
  domain text,
  external_id text,
  metadata jsonb,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

create unique index companies_domain on companies (brand_id, domain) where domain is not null

select trunkline_enable_rls('companies')

select bump_embedded_revision_on('companies')

create table customers (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  email text not null,
  email_is_placeholder boolean not null default false,
  name text, avatar_url text, phone text,
  company_id uuid,
  external_id text,
  identities jsonb,
  metadata jsonb,
  notify_email boolean not null default true,
  is_blocked boolean not null default false,
  email_bounced_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade,
  foreign key (tenant_id, company_id) references companies on delete set null (company_id)
) with (fillfactor = 80)

create unique index customers_email on customers (brand_id, email) where deleted_at is null

create unique index customers_external_id on customers (brand_id, external_id) where external_id is not null and deleted_at is null

create index customers_recent on customers (brand_id, id desc) where deleted_at is null

create index customers_company on customers (company_id) where company_id is not null

select trunkline_enable_rls('customers')

select bump_embedded_revision_on('customers')

create table tickets (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  number bigint not null,
  customer_id uuid not null,
  customer_email text not null,
  customer_name text,
  title text not null,
  body text,
  custom_fields jsonb,
  status_id uuid not null,
  status text not null,
  status_category text not null,
  close_reason text,
  priority smallint not null,
  source text not null,
  origin text not null,
  source_id text,
  source_data jsonb,
  assignee_id uuid,
  created_by text,
  category_id uuid,
  links jsonb,
  metadata jsonb,
  participants jsonb,
  comment_count int not null default 0,
  attachment_count int not null default 0,
  is_spam boolean not null default false,
  is_automated boolean not null default false,
  due_at timestamptz(3),
  first_responded_at timestamptz(3),
  last_customer_reply_at timestamptz(3),
  last_agent_reply_at timestamptz(3),
  waiting_since timestamptz(3),
  resolved_at timestamptz(3),
  closed_at timestamptz(3),
  reopen_count int not null default 0,
  merged_into_id uuid,
  follow_up_of_id uuid,
  event_seq bigint not null default 0,
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  search tsvector generated always as (to_tsvector('simple', regexp_replace(
    number::text || ' ' || title || ' ' || customer_email || ' ' || coalesce(customer_name, '') || ' ' || left(coalesce(body, ''), 100000),
    '${betweenWords}', ' ', 'g'))) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade,
  foreign key (tenant_id, customer_id) references customers,
  foreign key (tenant_id, category_id) references categories on delete set null (category_id)
) with (fillfactor = 85)

create unique index tickets_number on tickets (brand_id, number)

create index tickets_recent on tickets (brand_id, id desc) where deleted_at is null and merged_into_id is null and not is_spam

create index tickets_status on tickets (brand_id, status_category, id desc) where deleted_at is null and merged_into_id is null and not is_spam

create index tickets_updated on tickets (brand_id, updated_at desc, id desc) where deleted_at is null and merged_into_id is null and not is_spam

create index tickets_priority on tickets (brand_id, priority desc, id desc) where deleted_at is null and merged_into_id is null and not is_spam

create index tickets_assignee on tickets (assignee_id, id desc) where assignee_id is not null

create index tickets_customer on tickets (customer_id, id desc)

create index tickets_deleted on tickets (brand_id, id desc) where deleted_at is not null

create index tickets_spam on tickets (brand_id, id desc) where is_spam

create index tickets_search on tickets using gin (search)

select trunkline_enable_rls('tickets')

create function ticket_search(tenant uuid, brands uuid[], words tsquery, cap int) returns uuid[]
  language sql stable security definer set search_path from current as $$
  select coalesce(array_agg(id), '{}') from tenant_scope(tenant) s, lateral (
    select id from tickets where tenant_id = s.tenant_id and (brands is null or brand_id = any(brands)) and search @@ words limit cap) found
$$

comment on function ticket_search is 'under row-level security the planner may not use a full-text index, because @@ is not leakproof: this function, which names its tenant itself, may'

create table ticket_tags (
  tenant_id uuid not null,
  ticket_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, ticket_id, tag_id),
  foreign key (tenant_id, ticket_id) references tickets on delete cascade,
  foreign key (tenant_id, tag_id) references tags on delete cascade
)

create index ticket_tags_tag on ticket_tags (tag_id, ticket_id desc)

select trunkline_enable_rls('ticket_tags')

create table watchers (
  tenant_id uuid not null,
  ticket_id uuid not null,
  member_id text not null,
  id uuid not null,
  member_email text not null,
  member_name text,
  added_by text,
  added_at timestamptz(3) not null default now(),
  notify_on_comment boolean not null default true,
  notify_on_status_change boolean not null default true,
  primary key (tenant_id, ticket_id, member_id),
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
)

select trunkline_enable_rls('watchers')

create table comments (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  ticket_id uuid not null,
  body text not null,
  visibility text not null check (visibility in ('public', 'internal')),
  author_type text not null check (author_type in ('CUSTOMER', 'AGENT', 'SYSTEM')),
  author_id text,
  author_name text,
  parent_id uuid,
  links jsonb,
  metadata jsonb,
  source text not null,
  source_id text,
  source_data jsonb,
  cc text[],
  is_automated boolean not null default false,
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
)

create index comments_ticket on comments (ticket_id, id)

select trunkline_enable_rls('comments')

create table attachments (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  ticket_id uuid,
  comment_id uuid,
  filename text not null,
  content_type text not null,
  size bigint not null,
  status text not null check (status in ('PENDING', 'UPLOADED', 'FAILED')),
  is_internal boolean not null default false,
  inline boolean not null default false,
  content_id text,
  uploaded_by text,
  metadata jsonb,
  sha256 text,
  blob_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets on delete cascade,
  foreign key (tenant_id, comment_id) references comments on delete cascade
)

create index attachments_ticket on attachments (ticket_id, id)

create index attachments_comment on attachments (comment_id) where comment_id is not null

select trunkline_enable_rls('attachments')

create table inbound_messages (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  channel text not null check (channel in ('email', 'chat', 'sms', 'custom')),
  external_id text not null,
  dedupe_key bytea not null,
  sender text not null,
  recipients text[] not null,
  subject text,
  status text not null check (status in ('received', 'processed', 'duplicate', 'ignored', 'failed')),
  outcome text check (outcome in ('ticket_created', 'comment_added', 'bounce', 'none')),
  ticket_id uuid,
  comment_id uuid,
  error text,
  attempts int not null default 1,
  size bigint not null,
  blob_key text,
  envelope jsonb,
  steps jsonb not null default '[]',
  received_at timestamptz(3) not null,
  processed_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

create unique index inbound_messages_dedupe on inbound_messages (brand_id, dedupe_key)

create index inbound_messages_recent on inbound_messages (brand_id, id desc)

create index inbound_messages_ticket on inbound_messages (ticket_id) where ticket_id is not null

select trunkline_enable_rls('inbound_messages')

create table message_ids (
  tenant_id uuid not null,
  brand_id uuid not null,
  message_id text not null,
  ticket_id uuid not null,
  comment_id uuid,
  direction text not null check (direction in ('in', 'out')),
  primary key (brand_id, message_id),
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
)

create index message_ids_ticket on message_ids (ticket_id)

select trunkline_enable_rls('message_ids')
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
