import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Opens tickets in one round trip: the statement that stores them asks here first whether all is as its writer expects, and
 * stores nothing where it is not (docs/decisions/0038).
 *
 * `as_expected` names the tenant for the rest of the transaction, locks the brands in the order given, which is that of their
 * ids, and gives their numbers out. Its queries are statements of their own, so what they read is not older than the locks.
 * - `ids`, `numbers`, `versions`, `revisions`: the brands, the next number that each has, and what changes with its settings
 *   and with all that its tickets show (`brands.embedded_revision`), its customers included; `given`: its next number afterwards.
 * - `subscribed`, `chats`: whether any of the brands has a webhook, and the tenant a chat connection.
 * - `people`: customers who are there. What the statement stores refers to them, and no foreign key proves it (docs/decisions/0037).
 * - `strangers`, `emails`, `domains`: addresses that no customer of the brand has, and whose domain is no company's there.
 * - `keys`: commands that were not carried out before.
 * - `moment`: the time that the tickets will have; it may be a second off.
 */
const script = `
create function as_expected(tenant uuid, moment timestamptz, ids uuid[], numbers bigint[], given bigint[], versions int[],
  revisions bigint[], subscribed boolean, chats boolean, people uuid[], strangers uuid[], emails text[], domains text[], keys bytea[])
  returns boolean language plpgsql volatile as $$
declare
  scope text := set_config('trunkline.tenant', tenant::text, true);
  held int := 0;
begin
  for at in 1 .. cardinality(ids) loop
    update brands b set next_ticket_number = given[at]
    where b.tenant_id = tenant and b.id = ids[at] and b.next_ticket_number = numbers[at] and b.version = versions[at]
      and b.embedded_revision = revisions[at] and b.deleted_at is null;
    exit when not found;
    held := at;
  end loop;
  if held = cardinality(ids)
    and moment between now() - interval '1 second' and now() + interval '1 second'
    and subscribed = exists (select from webhooks w where w.tenant_id = tenant and w.brand_id = any(ids) and w.status <> 'disabled')
    and chats = exists (select from channel_connections k where k.tenant_id = tenant and k.kind = 'chat')
    and not exists (select from unnest(people) p(id) where not exists (select from customers c where c.tenant_id = tenant and c.id = p.id))
    and not exists (select from unnest(strangers, emails, domains) s(brand, email, domain)
      where exists (select from customers c where c.brand_id = s.brand and c.email = s.email and c.deleted_at is null)
        or exists (select from companies m where m.brand_id = s.brand and m.domain = s.domain))
    and not exists (select from receipts r where r.tenant_id = tenant and r.key = any(keys)) then
    return true;
  end if;
  update brands b set next_ticket_number = e.number from unnest(ids[:held], numbers[:held]) e(id, number)
  where b.tenant_id = tenant and b.id = e.id;
  return false;
end $$

comment on function as_expected is 'whether brands and people are as the writer expects; if so, its brands are locked and their numbers given out'
`

/** Older code opens tickets as before. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
