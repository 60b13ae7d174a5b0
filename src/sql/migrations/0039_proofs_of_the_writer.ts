import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

const refuse = (what: string) => `raise exception '${what}' using errcode = 'foreign_key_violation'`

/** What a foreign key asks of new rows, for all of them at once: what they refer to is there, and stays. */
const proof = (
  parent: string,
  column: string
) => `  perform from ${parent} p where (p.tenant_id, p.id) in (select tenant_id, ${column} from made) order by p.id for key share;
  if exists (select from made m where not exists (select from ${parent} p where p.tenant_id = m.tenant_id and p.id = m.${column})) then
    ${refuse(`a row refers to what there is not in ${parent}`)};
  end if;`

/** What statements that are not the writer's add: proved here, and given the words by which it is found. */
const completed = (table: string, steps: string) => `
create function complete_${table}() returns trigger language plpgsql set search_path from current as $$
begin
  if current_setting('trunkline.writer', true) = 'on' then
    return null;
  end if;
${steps}
  return null;
end $$

create trigger ${table}_completed after insert on ${table} referencing new table as made
  for each statement execute function complete_${table}()
`

/** Rows that come to refer to another record are proved one by one, whoever writes them. */
const moved = (table: string, parent: string, column: string) => `
create function prove_${column}_of_${table}() returns trigger language plpgsql set search_path from current as $$
begin
  perform from ${parent} p where p.tenant_id = new.tenant_id and p.id = new.${column} for key share;
  if not found then
    ${refuse(`a row would refer to what there is not in ${parent}`)};
  end if;
  return null;
end $$

create trigger ${table}_prove_${column} after update of ${column} on ${table}
  for each row when (old.${column} <> new.${column}) execute function prove_${column}_of_${table}()
`

/** What older code adds and removes is proved and completed as before, by other triggers. */
export const oldestCode = 38

/**
 * What a write costs (docs/decisions/0037).
 *
 * - Tickets, comments and customers of the writer refer to records that it has locked in the same transaction. Foreign keys
 *   looked each of them up again, and locked it once more. Rows of everybody else, and rows that come to refer to another
 *   record, are proved by triggers; deletion takes with it, or is refused by, what refers to it, once it holds what the
 *   writer holds.
 * - The writer sends the words of new texts with them; triggers make those of everybody else's.
 * - Settings are made and read without a statement of their own.
 * - A condition of a trigger is read anew by each statement: this one is as short as it can be. The four statuses that every
 *   brand has are called what their category is.
 */
const script = `
drop trigger ticket_texts_kept on tickets

drop trigger comment_texts_kept on comments

drop function keep_ticket_texts(), keep_comment_texts()
${completed("customers", proof("brands", "brand_id"))}
${completed(
  "tickets",
  `${proof("brands", "brand_id")}
${proof("customers", "customer_id")}
  insert into ticket_texts select r.tenant_id, r.brand_id, r.id, not r.is_spam and r.deleted_at is null,
    setweight(brand_words(r.brand_id, r.title), 'A') || brand_words(r.brand_id, concat_ws(' ', r.number, r.customer_email, r.customer_name, r.body))
    from made r;`
)}
${completed(
  "comments",
  `${proof("tickets", "ticket_id")}
  insert into comment_texts select r.tenant_id, r.brand_id, r.id, r.ticket_id, r.deleted_at is null, brand_words(r.brand_id, r.body) from made r;`
)}
${moved("tickets", "customers", "customer_id")}
${moved("comments", "tickets", "ticket_id")}
create function drop_what_brands_hold() returns trigger language plpgsql set search_path from current as $$
begin
  delete from tickets t using gone g where t.tenant_id = g.tenant_id and t.brand_id = g.id;
  delete from customers c using gone g where c.tenant_id = g.tenant_id and c.brand_id = g.id;
  return null;
end $$

create trigger brands_drop_what_they_hold after delete on brands referencing old table as gone
  for each statement execute function drop_what_brands_hold()

create function keep_customers_of_tickets() returns trigger language plpgsql set search_path from current as $$
begin
  perform from brands b where (b.tenant_id, b.id) in (select tenant_id, brand_id from gone) order by b.id for no key update;
  if exists (select from gone g join tickets t on t.tenant_id = g.tenant_id and t.customer_id = g.id) then
    ${refuse("a ticket refers to the customer")};
  end if;
  return null;
end $$

comment on function keep_customers_of_tickets is 'whoever opens a ticket holds its brand: who has waited for that sees the ticket'

create trigger customers_keep_those_of_tickets after delete on customers referencing old table as gone
  for each statement execute function keep_customers_of_tickets()

create function drop_comments_of_tickets() returns trigger language plpgsql set search_path from current as $$
begin
  delete from comments c using gone g where c.tenant_id = g.tenant_id and c.ticket_id = g.id;
  return null;
end $$

create trigger tickets_drop_comments after delete on tickets referencing old table as gone
  for each statement execute function drop_comments_of_tickets()

alter table tickets drop constraint tickets_tenant_id_brand_id_fkey, drop constraint tickets_tenant_id_customer_id_fkey

alter table customers drop constraint customers_tenant_id_brand_id_fkey

alter table comments drop constraint comments_tenant_id_ticket_id_fkey

drop trigger tickets_enter_custom_status on tickets

create trigger tickets_enter_custom_status after insert or update of status_id on tickets for each row
  when (new.status <> new.status_category) execute function follow_status_category()

create or replace function tenant_scope(tenant uuid) returns table (tenant_id uuid) language plpgsql volatile rows 1 as $$
begin
  tenant_id := set_config('trunkline.tenant', tenant::text, true);
  return next;
end $$

create or replace function event_transaction() returns xid8 language plpgsql volatile as $$
declare
  transaction text := current_setting('trunkline.event_transaction', true);
  place text := current_setting('trunkline.event_place', true);
begin
  if coalesce(place, '') = '' then
    transaction := set_config('trunkline.event_transaction', greatest(pg_current_xact_id(),
      (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8)::text, true);
    place := set_config('trunkline.event_place', nextval('event_places')::text, true);
  end if;
  return transaction;
end $$

create or replace function event_place() returns bigint language plpgsql volatile as $$
declare
  transaction xid8 := event_transaction();
begin
  return current_setting('trunkline.event_place');
end $$
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
