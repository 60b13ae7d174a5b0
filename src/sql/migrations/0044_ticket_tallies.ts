import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** As what a ticket counts, while it is neither deleted nor merged. */
export const countedAs = (ticket: string) => `(
    select n.name, n.subject from (values
      (case when ${ticket}.is_spam then 'spam' when ${ticket}.assignee_id is null then 'unassigned' else 'assigned' end,
        case when ${ticket}.is_spam then ${ticket}.brand_id else ${ticket}.status_id end),
      ('category', case when not ${ticket}.is_spam then ${ticket}.category_id end)) n(name, subject)
    where n.subject is not null and ${ticket}.deleted_at is null and ${ticket}.merged_into_id is null)`

/**
 * Counts of tickets as sums of changes (docs/decisions/0017): `assigned` and `unassigned` by status, `spam` by brand, `category` by
 * category. Triggers write what changes from now on; the next step counts what is there. Connections of the writer note what they
 * open themselves, with the rest of their statement, and say so (`trunkline.tallies`): that costs half of what a trigger does.
 */
const script = `
alter table tallies drop constraint tallies_name_check,
  add constraint tallies_name_check check (name in ('storage', 'tag', 'assigned', 'unassigned', 'spam', 'category'))

create function count_new_tickets() returns trigger language plpgsql as $$
begin
  if current_setting('trunkline.tallies', true) = 'on' then
    return null;
  end if;
  insert into tally_changes (tenant_id, name, subject, change)
    select m.tenant_id, n.name, n.subject, count(*) from made m, lateral ${countedAs("m")} n group by m.tenant_id, n.name, n.subject;
  return null;
end $$

create function uncount_tickets() returns trigger language plpgsql as $$
begin
  insert into tally_changes (tenant_id, name, subject, change)
    select g.tenant_id, n.name, n.subject, -count(*) from gone g, lateral ${countedAs("g")} n group by g.tenant_id, n.name, n.subject;
  return null;
end $$

create function recount_changed_ticket() returns trigger language plpgsql as $$
begin
  insert into tally_changes (tenant_id, name, subject, change)
    select new.tenant_id, n.name, n.subject, sum(n.change) from (
      select o.name, o.subject, -1 as change from ${countedAs("old")} o
      union all select m.name, m.subject, 1 from ${countedAs("new")} m) n
    group by n.name, n.subject having sum(n.change) <> 0;
  return null;
end $$

create trigger tickets_count after insert on tickets referencing new table as made
  for each statement execute function count_new_tickets()

create trigger tickets_uncount after delete on tickets referencing old table as gone
  for each statement execute function uncount_tickets()

create trigger tickets_recount_changed after update of status_id, category_id, assignee_id, is_spam, deleted_at, merged_into_id on tickets
  for each row execute function recount_changed_ticket()
`

/** Triggers count what older code writes, too. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
