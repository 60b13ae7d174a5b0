import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * Whoever writes from an address that a merged customer had is the customer that they became (docs/decisions/0042).
 *
 * `customer_of` is the customer of an address of a brand: whoever has it, else whom the last one who was merged away with it
 * became; null where that one is gone.
 *
 * `as_expected` (0042_as_expected tells what it is asked and answers) knows such addresses: they are no stranger's. And it asks
 * for one row after the other. Where it asked for all of an array at once, PostgreSQL made a new plan for each call as soon as
 * it took an array to be shorter than it supposes, which cost more than all the rest of it.
 */
const script = `
create function customer_of(tenant uuid, brand uuid, address text) returns uuid language sql stable as $$
  with recursive holder as (
    (select id, merged_into_id, deleted_at from customers
      where tenant_id = tenant and brand_id = brand and email = address and deleted_at is null limit 1)
    union all
    (select id, merged_into_id, deleted_at from customers
      where tenant_id = tenant and brand_id = brand and email = address and deleted_at is not null and merged_into_id is not null
      order by deleted_at desc, id desc limit 1)
    limit 1),
  chain as (
    select * from holder
    union select c.id, c.merged_into_id, c.deleted_at from chain
      join customers c on c.tenant_id = tenant and c.id = chain.merged_into_id)
  select id from chain where merged_into_id is null and deleted_at is null
$$

comment on function customer_of is 'the customer of an address in a brand: who has it, or whom its last holder was merged into'

create or replace function as_expected(tenant uuid, moment timestamptz, ids uuid[], numbers bigint[], given bigint[], versions int[],
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
  <<compared>>
  begin
    exit compared when held < cardinality(ids);
    for at in 1 .. cardinality(written) loop
      perform from tickets t where t.tenant_id = tenant and t.id = written[at] and t.version = ticket_versions[at]
        and t.event_seq = sequences[at] for no key update;
      exit compared when not found;
      unchanged := at;
    end loop;
    exit compared when moment not between now() - interval '1 second' and now() + interval '1 second';
    perform from webhooks w where w.tenant_id = tenant and w.brand_id = any(ids) and w.status <> 'disabled' limit 1;
    exit compared when found <> subscribed;
    perform from channel_connections k where k.tenant_id = tenant and k.kind = 'chat' limit 1;
    exit compared when found <> chats;
    for at in 1 .. cardinality(ids) loop
      continue when numbers[at] > 0;
      perform from brands b where b.tenant_id = tenant and b.id = ids[at] and b.version = versions[at]
        and b.embedded_revision = revisions[at] and b.deleted_at is null;
      exit compared when not found;
    end loop;
    if cardinality(written) > 0 then
      perform from watchers w where w.tenant_id = tenant and w.ticket_id = any(written) limit 1;
      exit compared when found;
    end if;
    if cardinality(mailed) > 0 then
      perform from conversation_tickets x where x.tenant_id = tenant and x.ticket_id = any(mailed) limit 1;
      exit compared when found;
    end if;
    for at in 1 .. cardinality(people) loop
      perform from customers c where c.tenant_id = tenant and c.id = people[at];
      exit compared when not found;
    end loop;
    for at in 1 .. cardinality(strangers) loop
      perform from customers c where c.brand_id = strangers[at] and c.email = emails[at] and c.deleted_at is null;
      exit compared when found;
      perform from customers c where c.brand_id = strangers[at] and c.email = emails[at] and c.deleted_at is not null
        and c.merged_into_id is not null limit 1;
      exit compared when found;
      perform from companies m where m.brand_id = strangers[at] and m.domain = domains[at];
      exit compared when found;
    end loop;
    perform from receipts r where r.tenant_id = tenant and r.key = any(keys) limit 1;
    exit compared when found;
    return null;
  end compared;
  update brands b set next_ticket_number = e.number from unnest(ids[:held], numbers[:held]) e(id, number)
  where b.tenant_id = tenant and b.id = e.id and e.number > 0;
  return case when held = cardinality(ids) and (unchanged < cardinality(written)
    or exists (select from watchers w where w.tenant_id = tenant and w.ticket_id = any(written))
    or exists (select from conversation_tickets x where x.tenant_id = tenant and x.ticket_id = any(mailed))) then 'ticket' else 'brand' end;
end $$
`

/** Older code asks the same of `as_expected`. It takes who writes from a merged customer's address for somebody new, as before. */
export const oldestCode = 38

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
