import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * - A message of kind `revision` makes one that was sent say what its comment says now, or takes it back, where the channel
 *   can: its context names that message and the change.
 * - `conversation_tickets`: every ticket that a conversation was about, so that answers on any of them find their way.
 * - `address_claims`: addresses that people without one say are theirs, until who has them says so too.
 * - `sms_texts`: texts that were handed in within a day, which is what limits of sending are counted by.
 */
const script = `
alter table outgoing_mail
  drop constraint outgoing_mail_kind_check,
  add constraint outgoing_mail_kind_check
    check (kind in ('magic_link', 'invite', 'portal_link', 'reply', 'autoresponse', 'notification', 'notice', 'revision'))

create table conversation_tickets (
  tenant_id uuid not null,
  connection_id uuid not null,
  key text not null,
  ticket_id uuid not null,
  primary key (ticket_id, connection_id, key),
  foreign key (connection_id, key) references channel_conversations on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
)

create index conversation_tickets_conversation on conversation_tickets (connection_id, key)

select trunkline_enable_rls('conversation_tickets')

create table sms_texts (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  connection_id uuid not null,
  phone text not null,
  at timestamptz(3) not null default now(),
  foreign key (tenant_id, connection_id) references channel_connections on delete cascade
)

create index sms_texts_connection on sms_texts (connection_id, at)

select trunkline_enable_rls('sms_texts')

create table address_claims (
  hash bytea primary key,
  tenant_id uuid not null,
  brand_id uuid not null,
  customer_id uuid not null,
  email text not null,
  source text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  done_at timestamptz(3),
  foreign key (tenant_id, customer_id) references customers on delete cascade
)

comment on column address_claims.source is 'the message that said so, by its id at the connection'

create unique index address_claims_source on address_claims (brand_id, source)

create index address_claims_email on address_claims (brand_id, email)

create index address_claims_customer on address_claims (customer_id)

select trunkline_enable_rls('address_claims')

create index inbound_messages_texts on inbound_messages (brand_id, id) where channel = 'sms' and outcome = 'ticket_created'

create index customers_phone on customers (brand_id, phone) where phone is not null and deleted_at is null

alter table channel_connections add column told_status text

comment on column channel_connections.told_status is 'the status that the team was told of by mail'

create index channel_connections_untold on channel_connections (id)
  where status in ('needs_reauth', 'error') and told_status is distinct from status
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
