import { writesFrom } from "../rows/messageRow.ts"

/** The erased customer `e`, and those who were merged into them, as `people` of a recursive statement. */
export const erasedPeople = `people as (
    select e.id union select c.id from people p join customers c on c.tenant_id = e.tenant_id and c.merged_into_id = p.id)`

/**
 * The addresses that the erased customer `e` had, as `email`, until everything of theirs is removed. Without those that somebody
 * else has by now: that is possible only where the customer was deleted first.
 */
export const erasedAddresses = `with recursive ${erasedPeople}
  select a.email from (
    select e.erasing_email as email where e.erasing_email is not null
    union select c.email from people p join customers c on c.tenant_id = e.tenant_id and c.id = p.id where c.id <> e.id
    union select l.changes #>> '{email,old}' from people p join audit_log l on l.tenant_id = e.tenant_id and l.entity_id = p.id
      and l.event = 'customer.updated' and l.changes #>> '{email,old}' is not null) a
  where not exists (select from customers k where k.brand_id = e.brand_id and k.email = a.email and k.deleted_at is null
    and (e.deleted_at < e.erased_at or k.created_at < e.erased_at))`

/** Whether somebody new, a customer of the brand of the erased customer `e`, has the address `a.email`. */
const isAnew =
  "exists (select from customers k where k.brand_id = e.brand_id and k.email = a.email and k.deleted_at is null)"

/** Whether the mail `m` of their brand goes to the erased customer `e` at their address `a.email`. */
const isForThem = `case when m.kind = 'notice'
    then a.email = m.recipient and m.context ->> 'memberId' not like 'mem\\_%' and not exists (select from watchers w
      where w.tenant_id = m.tenant_id and w.ticket_id = m.ticket_id and w.member_id = m.context ->> 'memberId' and w.added_at > e.erased_at)
    else a.email = ${writesFrom} and m.created_at <= e.erased_at end`

/** The same of a copy of it. */
const isCopyForThem = `a.email = any(m.cc) and (m.created_at <= e.erased_at or not ${isAnew})`

/**
 * Those recipients of row `m` of `outgoing_mail` whose erasure is in progress, as an array: of what was queued before it, of what
 * they get as watchers from before it, and of copies that go to them as participants. There are hardly ever any such customers,
 * and an index of them.
 */
export const erasedRecipients = `array(select a.email from customers e, lateral (${erasedAddresses}) a
    where e.brand_id = m.brand_id and e.erased_at is not null and e.erasure_done_at is null and (${isForThem} or ${isCopyForThem}))`

/** Mail `m` of the brand of the erased customer `e`, $2 of the tenant $1, that still waits to be sent. */
const waits = `e.tenant_id = $1 and e.id = $2 and m.tenant_id = $1 and m.brand_id = e.brand_id and m.channel = 'email'
    and (m.state in ('queued', 'sending') or m.copies_due_at is not null)`

/**
 * Ends what still waits to be sent to the erased customer $2 of the tenant $1 at the addresses $3: about tickets of others, and
 * about tickets that were theirs once.
 */
export const endWaiting: ReadonlyArray<string> = [
  `delete from outgoing_mail m using customers e, unnest($3::text[]) a(email) where ${waits} and ${isForThem}`,
  `update outgoing_mail m set cc = array(select a.email from unnest(m.cc) with ordinality a(email, place)
      where not (a.email = any($3::text[]) and ${isCopyForThem}) order by place)
    from customers e where ${waits} and m.cc && $3::text[]`
]
