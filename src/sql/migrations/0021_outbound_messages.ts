import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Messages to customers. A ticket's command only notes that there is something to send, as a row without a Message-ID;
 * what it says is composed before its first attempt, once, so that every attempt is the same message. The row stays for
 * as long as the ticket does, because it is where the comment's delivery state is read.
 *
 * - `reply_addresses`: where an answer finds its ticket whatever became of its header. Who writes there is another
 *   question: an address selects the ticket and never the author. It outlives its ticket, so that what comes to it then
 *   still reaches the brand.
 * - `bounced_addresses`: who has no mailbox, as a mail system said. Nothing is sent there for a while.
 */
const script = `
create table reply_addresses (
  token text primary key,
  tenant_id uuid not null,
  brand_id uuid not null,
  ticket_id uuid,
  participant text,
  created_at timestamptz(3) not null default now(),
  check ((ticket_id is null) = (participant is null)),
  foreign key (tenant_id, brand_id) references brands on delete cascade,
  foreign key (tenant_id, ticket_id) references tickets
)

comment on column reply_addresses.ticket_id is 'null once the ticket was removed for good'

create unique index reply_addresses_participant on reply_addresses (ticket_id, participant) where ticket_id is not null

select trunkline_enable_rls('reply_addresses')

create table bounced_addresses (
  tenant_id uuid not null,
  brand_id uuid not null,
  address text not null,
  bounced_at timestamptz(3) not null default now(),
  primary key (brand_id, address),
  foreign key (tenant_id, brand_id) references brands on delete cascade
)

select trunkline_enable_rls('bounced_addresses')

alter table outgoing_mail
  drop constraint outgoing_mail_kind_check,
  add constraint outgoing_mail_kind_check
    check (kind in ('magic_link', 'invite', 'portal_link', 'reply', 'autoresponse', 'notification', 'notice')),
  drop constraint outgoing_mail_state_check,
  add constraint outgoing_mail_state_check
    check (state in ('queued', 'sending', 'sent', 'failed', 'kept', 'captured', 'suppressed')),
  alter column message_id drop not null,
  alter column subject set default '',
  alter column text set default '',
  add column context jsonb not null default '{}',
  add column address_id uuid,
  add column attachments jsonb,
  add column bounce_token text,
  add column return_path text,
  add column receipt text check (receipt in ('delivered', 'failed', 'bounced')),
  add column updated_at timestamptz(3) not null default now(),
  add constraint outgoing_mail_composed check (message_id is not null or state in ('queued', 'sending', 'failed', 'suppressed'))

comment on column outgoing_mail.message_id is 'null until it is composed, which its first attempt begins with'

comment on column outgoing_mail.context is 'what composing it must know beside the ticket and the comment'

comment on column outgoing_mail.address_id is 'the address that the caller chose to send from'

comment on column outgoing_mail.settled_at is 'null while it waits, and again once a message that stays has lost its text'

comment on column outgoing_mail.return_path is 'empty: the null return path; null: whom it is from'

comment on column outgoing_mail.receipt is 'what was heard of it after it was sent; null for nothing'

create unique index outgoing_mail_bounce on outgoing_mail (bounce_token) where bounce_token is not null

create index outgoing_mail_comment on outgoing_mail (comment_id) where comment_id is not null

create index outgoing_mail_waiting on outgoing_mail (tenant_id, id) where state in ('queued', 'sending') and tenant_id is not null

create index outgoing_mail_acknowledged on outgoing_mail (brand_id, recipient, id) where kind = 'autoresponse'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
