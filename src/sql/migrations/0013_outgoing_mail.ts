import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Mail to customers beside mail to members: it belongs to a tenant, and what belongs to a test tenant is `captured`
 * for its outbox instead of sent. Mail to members has no tenant, so that no tenant sees it; any may queue it.
 */
const script = `
alter table outgoing_mail
  drop constraint outgoing_mail_kind_check,
  add constraint outgoing_mail_kind_check
    check (kind in ('magic_link', 'invite', 'portal_link', 'reply', 'autoresponse', 'notification')),
  drop constraint outgoing_mail_state_check,
  add constraint outgoing_mail_state_check
    check (state in ('queued', 'sending', 'sent', 'failed', 'kept', 'captured')),
  add column tenant_id uuid references tenants on delete cascade,
  add column brand_id uuid,
  add column ticket_id uuid,
  add column comment_id uuid,
  add column from_name text,
  add column from_address text,
  add column cc text[] not null default '{}',
  add column reply_to text,
  add column html text,
  add column headers jsonb not null default '{}',
  add constraint outgoing_mail_about check ((tenant_id is null) = (brand_id is null)
    and (brand_id is not null or (ticket_id is null and comment_id is null))),
  add foreign key (tenant_id, brand_id) references brands on delete cascade

create index outgoing_mail_captured on outgoing_mail (tenant_id, id desc) where state = 'captured'

create index outgoing_mail_ticket on outgoing_mail (ticket_id) where ticket_id is not null

create index outgoing_mail_brand on outgoing_mail (tenant_id, brand_id) where tenant_id is not null

select trunkline_enable_rls('outgoing_mail')

create policy to_members on outgoing_mail for insert with check (tenant_id is null)
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
