import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Opens tickets, and writes to those that are there, in one round trip: the statement that stores it asks here first whether all
 * is as its writer expects, and stores nothing where it is not (docs/decisions/0038).
 *
 * `as_expected` names the tenant for the rest of the transaction, locks the brands that tickets are opened in and then the tickets
 * written to, each in the order of their ids, and gives the numbers out. It answers null where all is as expected, and otherwise
 * `ticket` where it is the tickets that are not, or `brand`. Its queries are statements of their own, so what they read is not
 * older than the locks; and they look one by one (`lateral`, `limit`), since a plan made while there were few customers hashed them
 * all, each time, until the next ANALYZE.
 * - `ids`, `numbers`, `versions`, `revisions`: the brands, the next number of each that tickets are opened in or 0, and what changes with
 *   its settings and with all that its tickets show (`brands.embedded_revision`), its customers included; `given`: its next number
 *   afterwards.
 * - `subscribed`, `chats`: whether any of the brands has a webhook, and the tenant a chat connection.
 * - `people`: customers who are there. What the statement stores refers to them, and no foreign key proves it (docs/decisions/0037).
 * - `strangers`, `emails`, `domains`: addresses that no customer of the brand has, and whose domain is no company's there.
 * - `written`, `ticket_versions`, `sequences`: tickets that nobody watches; `mailed`: those whose customers were never talked to but
 *   by mail.
 * - `keys`: commands that were not carried out before.
 * - `moment`: the time that the tickets will have; it may be a second off.
 */
const script = `
create function as_expected(tenant uuid, moment timestamptz, ids uuid[], numbers bigint[], given bigint[], versions int[],
  revisions bigint[], subscribed boolean, chats boolean, people uuid[], strangers uuid[], emails text[], domains text[],
  written uuid[], ticket_versions int[], sequences bigint[], mailed uuid[], keys bytea[])
  returns text language plpgsql volatile as $$
declare
  scope text := set_config('trunkline.tenant', tenant::text, true);
  held int := 0;
  unchanged int := 0;
begin
  for at in 1 .. cardinality(ids) loop
    if numbers[at] > 0 then
      update brands b set next_ticket_number = given[at]
      where b.tenant_id = tenant and b.id = ids[at] and b.next_ticket_number = numbers[at] and b.version = versions[at]
        and b.embedded_revision = revisions[at] and b.deleted_at is null;
      exit when not found;
    end if;
    held := at;
  end loop;
  if held = cardinality(ids) then
    if cardinality(written) > 0 then
      select count(*) into unchanged from unnest(written, ticket_versions, sequences) w(id, version, seq) join (
        select t.id, t.version, t.event_seq from tickets t where t.tenant_id = tenant and t.id = any(written)
        order by t.id for no key update) t on t.id = w.id and t.version = w.version and t.event_seq = w.seq;
    end if;
    if unchanged = cardinality(written)
      and moment between now() - interval '1 second' and now() + interval '1 second'
      and subscribed = exists (select from webhooks w where w.tenant_id = tenant and w.brand_id = any(ids) and w.status <> 'disabled')
      and chats = exists (select from channel_connections k where k.tenant_id = tenant and k.kind = 'chat')
      and (cardinality(written) = 0
        or not exists (select from unnest(ids, numbers, versions, revisions) e(id, number, version, revision)
            left join lateral (select true as found from brands b where b.tenant_id = tenant and b.id = e.id
              and b.version = e.version and b.embedded_revision = e.revision and b.deleted_at is null limit 1) k on true
            where e.number = 0 and k.found is null)
          and not exists (select from watchers w where w.tenant_id = tenant and w.ticket_id = any(written))
          and not exists (select from conversation_tickets x where x.tenant_id = tenant and x.ticket_id = any(mailed)))
      and (cardinality(people) = 0 or not exists (select from unnest(people) p(id)
        left join lateral (select true as found from customers c where c.tenant_id = tenant and c.id = p.id limit 1) k on true
        where k.found is null))
      and (cardinality(strangers) = 0 or not exists (select from unnest(strangers, emails) s(brand, email),
          lateral (select from customers c where c.brand_id = s.brand and c.email = s.email and c.deleted_at is null limit 1) k)
        and not exists (select from unnest(strangers, domains) s(brand, domain),
          lateral (select from companies m where m.brand_id = s.brand and m.domain = s.domain limit 1) k))
      and not exists (select from receipts r where r.tenant_id = tenant and r.key = any(keys)) then
      return null;
    end if;
  end if;
  update brands b set next_ticket_number = e.number from unnest(ids[:held], numbers[:held]) e(id, number)
  where b.tenant_id = tenant and b.id = e.id and e.number > 0;
  return case when held = cardinality(ids) and (unchanged <> cardinality(written)
    or exists (select from watchers w where w.tenant_id = tenant and w.ticket_id = any(written))
    or exists (select from conversation_tickets x where x.tenant_id = tenant and x.ticket_id = any(mailed))) then 'ticket' else 'brand' end;
end $$

comment on function as_expected is 'what is otherwise than its writer expects; if nothing, brands and tickets are locked and numbers given out'
`

/** Older code opens tickets as before. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
