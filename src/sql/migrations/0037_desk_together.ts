import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What a team that works at one desk needs.
 *
 * - `ticket_presence`: who looks at which ticket, and who answers it. It is worth nothing after a crash, so no log is
 *   written of it; a row that its member does not renew is nobody's. `keep_presence` does in one statement all that
 *   "I am here" asks for, and answers who else is; null where there is no such ticket. Other nodes are told of news alone.
 * - Replies that can be taken back: `outgoing_mail.held_until` is the earliest moment at which they leave,
 *   `comments.send_at` the one from which on customers see them, `comments.replied_from` what the ticket was before.
 */
const script = `
create unlogged table ticket_presence (
  tenant_id uuid not null,
  member_id uuid not null,
  ticket_id uuid not null,
  name text not null,
  state text not null check (state in ('viewing', 'replying')),
  seen_at timestamptz(3) not null default now(),
  primary key (tenant_id, member_id, ticket_id),
  foreign key (tenant_id, ticket_id) references tickets on delete cascade
) with (fillfactor = 50)

create index ticket_presence_ticket on ticket_presence (ticket_id)

select trunkline_enable_rls('ticket_presence')

create function keep_presence(tenant uuid, brand uuid, ticket uuid, member uuid, called text, doing text, lifetime interval, most int, news text, told text)
returns jsonb language plpgsql as $$
declare was text;
begin
  perform tenant_scope(tenant);
  perform from tickets t join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
    where t.tenant_id = tenant and t.id = ticket and t.brand_id = brand and t.deleted_at is null;
  if not found then return null; end if;
  delete from ticket_presence p
    where p.tenant_id = tenant and p.member_id = member and p.ticket_id <> ticket and p.seen_at < now() - lifetime;
  select case when p.seen_at >= now() - lifetime then p.state end into was from ticket_presence p
    where p.tenant_id = tenant and p.member_id = member and p.ticket_id = ticket for update;
  if doing is null then
    delete from ticket_presence p where p.tenant_id = tenant and p.member_id = member and p.ticket_id = ticket;
  else
    insert into ticket_presence (tenant_id, member_id, ticket_id, name, state) values (tenant, member, ticket, called, doing)
      on conflict (tenant_id, member_id, ticket_id) do update set name = excluded.name, state = excluded.state, seen_at = now();
  end if;
  if doing is distinct from was then perform pg_notify(news, told); end if;
  return (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from (
    select p.member_id, p.name, p.state, p.seen_at from ticket_presence p
    where p.tenant_id = tenant and p.ticket_id = ticket and p.seen_at >= now() - lifetime
    order by p.member_id limit most) o);
end
$$

alter table outgoing_mail add column held_until timestamptz(3)

comment on column outgoing_mail.held_until is 'it can be taken back until then, and leaves no earlier'

alter table comments
  add column send_at timestamptz(3),
  add column replied_from jsonb

comment on column comments.send_at is 'customers see it from then on; null: from the beginning'

comment on column comments.replied_from is 'what its ticket was before it, for as long as it can be taken back'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
