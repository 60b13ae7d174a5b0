import { Effect } from "effect"
import type { PrivatePostgres } from "../PrivatePostgres.ts"

/** The tenant and brand of a seeded database, as UUIDs. */
export interface Seeded {
  readonly tenantId: string
  readonly accountId: string
  readonly brandId: string
}

/** Tickets per customer. */
const ticketsPerCustomer = 5
/** Number of tickets that share the same two words, however large the brand is. */
const constant = 20
/** Rows per statement, so that no transaction gets very long. */
const piece = 100_000

/**
 * Words and the share of tickets that contain them; `ocelot` and `narwhal` are in twenty tickets of any brand. `left` and
 * `right` are common, but never occur in the same ticket. The remaining words of a ticket are unique to it, so that the index
 * has as many words as real texts produce.
 */
const words = (n: string, tickets: number) => `concat_ws(' ', 'delivery',
  case when ${n} % 10 = 1 then 'invoice' end, case when ${n} % 10 = 2 then 'refund' end,
  case when ${n} % 20 = 1 then 'harbour' end, case when ${n} % 100 = 1 then 'zeppelin' end,
  case when ${n} % 1000 = 1 then 'quokka' end, case when ${n} % 100000 = 7 then 'axolotl' end,
  case when ${n} % ${Math.ceil(tickets / constant)} = 0 then 'ocelot narwhal' end,
  case when ${n} % 2 = 0 then 'left' else 'right' end, case when ${n} % 4 > 1 then 'upper' else 'lower' end,
  md5(${n}::text), md5('a' || ${n}), 'please answer soon, thank you')`

/** Seeds a tenant with one brand of `tickets` tickets, each with one comment and one event, over the last thirty days. */
export const seed = Effect.fnUntraced(function* (postgres: PrivatePostgres, database: string, tickets: number) {
  const run = (sql: string) => postgres.run(database, sql)
  const pieces = Array.from({ length: Math.ceil(tickets / piece) }, (_, index) => ({
    from: index * piece + 1,
    to: Math.min(tickets, (index + 1) * piece)
  }))
  const age = `make_interval(secs => (${tickets} - n) * ${(29.5 * 86_400) / tickets})`

  yield* run(`select create_day_partitions((now() at time zone 'UTC')::date - day) from generate_series(1, 31) day`)
  const [made] = yield* run(`
    with account as (insert into accounts (id, name) values (new_uuid_v7(), 'Bench') returning id),
      tenant as (insert into tenants (id, account_id, mode) select new_uuid_v7(), id, 'live' from account returning id, account_id)
    select new_uuid_v7() as brand, id as tenant, account_id as account from tenant`)
  const seeded = {
    tenantId: String(made?.["tenant"]),
    accountId: String(made?.["account"]),
    brandId: String(made?.["brand"])
  }
  const brand = `select * from brands where id = '${seeded.brandId}'`
  yield* run(`
    insert into brands (id, tenant_id, name, slug, ticket_prefix, next_ticket_number)
      values ('${seeded.brandId}', '${seeded.tenantId}', 'Bench', 'bench', 'BENCH', ${tickets + 1});
    insert into statuses (id, tenant_id, brand_id, key, category, name, customer_name, color, is_system, is_default, sort_order)
      select new_uuid_v7(), tenant_id, id, 'open', 'open', 'Open', 'Open', '#112233', true, true, 1 from (${brand}) b;
    insert into customers (id, tenant_id, brand_id, email, name)
      select overlay(new_uuid_v7()::text placing left(uuid_at(now() - (${tickets} - n) * interval '1 second')::text, 13) from 1 for 13)::uuid, tenant_id, id, 'c' || n || '.' || left(md5(n::text), 6) || '@' || left(md5('d' || n / 10), 8) || '.example', 'Customer ' || n
      from (${brand}) b, generate_series(1, ${Math.ceil(tickets / ticketsPerCustomer)}) n order by n;
    analyze brands, statuses, customers`)
  for (const { from, to } of pieces) {
    yield* run(`
      with people as (select id, email, name, row_number() over (order by id) as place from customers where brand_id = '${seeded.brandId}')
      insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, customer_name, title, body, status_id, status,
          status_category, priority, source, origin, created_at, updated_at)
        select overlay(new_uuid_v7()::text placing left(uuid_at(now() - ${age})::text, 13) from 1 for 13)::uuid, b.tenant_id, b.id, n,
          c.id, c.email, c.name, 'Ticket ' || n || case when n % 1000 = 1 then ' quokka' else '' end,
          ${words("n", tickets)}, s.id, 'open', 'open', 2, 'API', 'human', now() - ${age}, now() - ${age}
        from (${brand}) b join statuses s on s.brand_id = b.id, generate_series(${from}, ${to}) n
        join people c on c.place = (n - 1) / ${ticketsPerCustomer} + 1 order by n`)
    const piece = `select * from tickets where brand_id = '${seeded.brandId}' and number between ${from} and ${to}`
    yield* run(`
      insert into comments (id, tenant_id, brand_id, ticket_id, body, visibility, author_type, source, created_at, updated_at)
        select overlay(new_uuid_v7()::text placing left(t.id::text, 13) from 1 for 13)::uuid, t.tenant_id, t.brand_id, t.id,
          ${words("t.number", tickets)}, 'public', 'AGENT', 'API', t.created_at, t.created_at
        from (${piece}) t order by t.number;
      insert into events (id, tenant_id, brand_id, type, chain_id, seq, occurred_at, payload, transaction_id, place)
        select overlay(new_uuid_v7()::text placing left(t.id::text, 13) from 1 for 13)::uuid, t.tenant_id, t.brand_id,
          case when t.number % 10000 = 0 then 'ticket.merged' else 'ticket.created' end, t.id, 1, t.created_at,
          '{"id":"evt","data":{"title":"' || t.title || '","body":"' || repeat('x', 400) || '"}}', '3', t.number
        from (${piece}) t order by t.number`)
  }
  return seeded
})
