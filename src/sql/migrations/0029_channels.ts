import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What chat, SMS and custom channels share.
 *
 * - `channel_connections`: a workspace, number or custom channel of a brand. `failures` and `retry_at` are its circuit:
 *   while it is open nothing is sent by it, on no node.
 * - `channel_conversations`: the ticket that a thread, pair of numbers or custom thread is about now.
 * - `channel_people`: who is behind an id of the provider's.
 * - `channel_inbox`: what a provider was told we have, and what is still to be done about it.
 *
 * Messages to customers are rows of `outgoing_mail`, whatever their channel. Of those that are not mail, `lane` is the key
 * of the conversation: they are sent one after the other, in the order of their ids.
 */
const script = `
create table channel_connections (
  id uuid not null,
  tenant_id uuid not null,
  brand_id uuid not null,
  kind text not null check (kind in ('chat', 'sms', 'custom')),
  provider text not null check (provider in ('slack', 'twilio', 'custom')),
  external_id text not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'error', 'disabled', 'needs_reauth', 'uninstalled')),
  secrets bytea not null,
  settings jsonb not null default '{}',
  failures int not null default 0,
  retry_at timestamptz(3),
  last_inbound_at timestamptz(3),
  last_outbound_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

comment on column channel_connections.secrets is 'JSON sealed by the vault as channel-secret'

create unique index channel_connections_id on channel_connections (id)

create unique index channel_connections_external on channel_connections (provider, external_id)

create index channel_connections_brand on channel_connections (tenant_id, brand_id)

create index channel_connections_kind on channel_connections (kind)

select trunkline_enable_rls('channel_connections')

create table channel_conversations (
  tenant_id uuid not null,
  brand_id uuid not null,
  connection_id uuid not null,
  key text not null,
  ticket_id uuid not null,
  mode text not null check (mode in ('customer', 'agent')),
  root text,
  person text,
  updated_at timestamptz(3) not null default now(),
  primary key (connection_id, key),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
)

comment on column channel_conversations.root is 'the provider''s id of the message that began it'

comment on column channel_conversations.person is 'external_id in channel_people of whom the team talks to'

create index channel_conversations_ticket on channel_conversations (ticket_id, updated_at desc)

create index channel_conversations_person on channel_conversations (connection_id, person, ticket_id desc)
  where person is not null

select trunkline_enable_rls('channel_conversations')

create table channel_people (
  tenant_id uuid not null,
  brand_id uuid not null,
  connection_id uuid not null,
  external_id text not null,
  customer_id uuid,
  member_id uuid,
  name text,
  email text,
  facts jsonb not null default '{}',
  fetched_at timestamptz(3) not null default now(),
  primary key (connection_id, external_id),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade,
  foreign key (tenant_id, customer_id) references customers on delete set null (customer_id)
)

comment on column channel_people.facts is 'unreachable: why nothing may be sent to them; the rest is the channel''s own'

create index channel_people_customer on channel_people (customer_id) where customer_id is not null

select trunkline_enable_rls('channel_people')

create table channel_inbox (
  id uuid not null,
  tenant_id uuid not null,
  connection_id uuid not null,
  channel text not null check (channel in ('chat', 'sms', 'custom')),
  dedupe_key text not null unique,
  keeps_key boolean not null default false,
  kind text not null,
  lane text not null,
  payload jsonb not null,
  received_at timestamptz(3) not null default now(),
  attempts int not null default 0,
  due_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  failed_at timestamptz(3),
  error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade
)

comment on column channel_inbox.due_at is 'when it is to be tried, or, while it is being tried, when its lease ends'

comment on column channel_inbox.failed_at is 'when it was given up; it has a line in inbound_messages of the same id'

create index channel_inbox_due on channel_inbox (channel, due_at) where done_at is null and failed_at is null

create index channel_inbox_lane on channel_inbox (connection_id, lane, id) where done_at is null and failed_at is null

create index channel_inbox_done on channel_inbox (done_at) where done_at is not null

select trunkline_enable_rls('channel_inbox')

alter table outgoing_mail
  add column channel text not null default 'email' check (channel in ('email', 'chat', 'sms', 'custom')),
  add column connection_id uuid,
  add column lane text,
  add column external_id text,
  drop constraint outgoing_mail_composed,
  add constraint outgoing_mail_composed check (message_id is not null or channel <> 'email'
    or state in ('queued', 'sending', 'failed', 'suppressed'))

comment on column outgoing_mail.external_id is 'the provider''s id of a message that is no mail'

drop index outgoing_mail_due

create index outgoing_mail_due on outgoing_mail (due_at) where state in ('queued', 'sending') and channel = 'email'

create index outgoing_mail_connection on outgoing_mail (connection_id, due_at)
  where state in ('queued', 'sending') and connection_id is not null

create index outgoing_mail_lane on outgoing_mail (connection_id, lane, id)
  where state in ('queued', 'sending') and connection_id is not null

create index outgoing_mail_external on outgoing_mail (connection_id, external_id) where external_id is not null
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
