import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What older code adds and removes is proved as before, by other triggers. */
export const oldestCode = 38

/**
 * Messages of the writer are about tickets that it holds, and that their brand cannot go without (docs/decisions/0037); a
 * trigger proves those of everybody else. A message is of a brand, and so of its tenant, or of neither. What goes with a
 * brand goes after the tickets, so that it waits for who holds one of them.
 */
const script = `
create function complete_outgoing_mail() returns trigger language plpgsql set search_path from current as $$
begin
  if current_setting('trunkline.writer', true) = 'on' then
    return null;
  end if;
  perform from brands p where (p.tenant_id, p.id) in (select tenant_id, brand_id from made) order by p.id for key share;
  if exists (select from made m where m.brand_id is not null
      and not exists (select from brands p where p.tenant_id = m.tenant_id and p.id = m.brand_id)) then
    raise exception 'a message is of a brand that there is not' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$

create trigger outgoing_mail_completed after insert on outgoing_mail referencing new table as made
  for each statement execute function complete_outgoing_mail()

create or replace function drop_what_brands_hold() returns trigger language plpgsql set search_path from current as $$
begin
  delete from tickets t using gone g where t.tenant_id = g.tenant_id and t.brand_id = g.id;
  delete from customers c using gone g where c.tenant_id = g.tenant_id and c.brand_id = g.id;
  delete from outgoing_mail m using gone g where m.tenant_id = g.tenant_id and m.brand_id = g.id;
  return null;
end $$

alter table outgoing_mail drop constraint outgoing_mail_tenant_id_fkey, drop constraint outgoing_mail_tenant_id_brand_id_fkey
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
