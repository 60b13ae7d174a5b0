import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/** What separates words: the same as in the text index of tickets (0003_tickets.ts). */
const betweenWords = String.raw`[!-/:-@\[-\`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2116\u2122\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+`

/** Records of a tenant, newest first, that are looked at before an index is asked, and where that has found too many. */
const newest = { before: 2_000, instead: 10_000 }
/** Matches among the newest that make a word a common one; matches that an index may find; and what is ranked of more. */
const most = { common: 100, found: 500, ranked: 300, others: 200 }

/** The text of a customer or company that trigrams are made of. */
const textOf = {
  customers: "(lower(coalesce(name, '') || ' ' || email || ' ' || coalesce(phone, '')))",
  companies: "(lower(name || ' ' || coalesce(domain, '')))"
}

/** Functions that read a whole tenant, by way of an index that row-level security keeps from others, name the tenant. */
const definer = "language plpgsql stable security definer set search_path from current"
/**
 * An index of words or trigrams is asked whatever the planner thinks of how common they are, with memory for the exact
 * places of a million matches: else whole pages stand for them, and all their rows are looked at.
 */
const byBitmap =
  "set plan_cache_mode = 'force_custom_plan' set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB'"

/** The newest rows of a table that match, of the newest so many. */
const among = (table: string, columns: string, looked: string, matches: string, limit: number) =>
  `array(select n.id from (
      select id, brand_id, ${columns} from ${table} where tenant_id = tenant order by id desc limit ${looked}) n
    where n.brand_id = any(brands) and ${matches} limit ${limit})`

/**
 * Candidates for a search: all matches, unless there are too many to rank. A word that is found all over the newest
 * records is common, and its newest matches do. For others an index is asked; where that has too many, the newest
 * matches come first and some others fill up.
 */
const candidates = (
  name: string,
  parameters: string,
  narrowed: string,
  matching: string,
  walk: (looked: string, limit: number) => string
) => `
create function ${name}_candidates(tenant uuid, brands uuid[], ${parameters}) returns uuid[] ${definer} as $$
declare
  matches uuid[];
  others uuid[];
begin
  perform tenant_scope(tenant);
  matches := ${walk(String(newest.before), most.ranked)};
  if cardinality(matches) >= ${most.common} or (select count(*) from (select from ${name} where tenant_id = tenant limit ${newest.before}) few) < ${newest.before} then
    return matches;
  end if;
  if ${narrowed} then
    others := ${matching};
    if cardinality(others) <= ${most.found} then
      return others;
    end if;
  end if;
  matches := ${walk(String(newest.instead), most.ranked)};
  return array(select unnest(matches) union select unnest(others[1:${most.others}]));
end $$
`

const words = (table: "tickets" | "comments", shown: string) => `
create function ${table}_matching(tenant uuid, brands uuid[], words tsquery, narrow tsquery, cap int) returns uuid[] ${definer} ${byBitmap} as $$
begin
  return array(select id from ${table} where tenant_id = tenant and brand_id = any(brands) and search @@ narrow
    and (search @@ words) is true and ${shown} limit cap);
end $$
${candidates(
  table,
  "words tsquery, narrow tsquery",
  "narrow is not null",
  `${table}_matching(tenant, brands, words, narrow, ${most.found + 1})`,
  (looked, limit) => among(table, `search, ${shownColumns[table]}`, looked, `n.search @@ words and ${shown}`, limit)
)}`

const shownColumns = { tickets: "is_spam, deleted_at", comments: "deleted_at" }

const trigrams = (table: "customers" | "companies", shown: string) => `
create function ${table}_matching(tenant uuid, brands uuid[], patterns text[], narrow text, cap int) returns uuid[] ${definer} ${byBitmap} as $$
begin
  return array(select id from ${table} where tenant_id = tenant and brand_id = any(brands) and ${textOf[table]} like narrow
    and ${textOf[table]} like all(patterns) and ${shown} limit cap);
end $$
${candidates(
  table,
  "patterns text[], narrow text",
  `narrow is not null and to_regclass('${table}_text') is not null`,
  `${table}_matching(tenant, brands, patterns, narrow, ${most.found + 1})`,
  (looked, limit) =>
    among(
      table,
      `${textOf[table]} as text${shown === "true" ? "" : ", deleted_at"}`,
      looked,
      `n.text like all(patterns) and ${shown}`,
      limit
    )
)}`

/** How well words fit a text: how often they occur in it, and how close to each other; 0 to 99. */
const closeness = (search: string) => `least(99, floor(100 * ts_rank(${search}, words)))::int`

/**
 * Search over tickets, comments, customers and companies (docs/decisions/0010). \`search_…\` answers ids with a rank:
 * 900 for who was named exactly, 300 and 400 for what is called so, 100 for what mentions it, and up to 99 for how well.
 */
const script = `
create function search_vector(content text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(left(content, 100000), '${betweenWords}', ' ', 'g'))
$$

alter table comments add column search tsvector generated always as (search_vector(body)) stored

create index comments_search on comments using gin (search)

alter function ticket_search(uuid, uuid[], tsquery, int) set work_mem = '64MB'

do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise warning 'without the extension pg_trgm, a search looks at the newest customers and companies only: %', sqlerrm;
end $$

do $$
begin
  create index customers_text on customers using gin (${textOf.customers} gin_trgm_ops) where deleted_at is null;
  create index companies_text on companies using gin (${textOf.companies} gin_trgm_ops);
exception when undefined_object then
  null;
end $$
${words("tickets", "not is_spam and deleted_at is null")}
${words("comments", "deleted_at is null")}
${trigrams("customers", "deleted_at is null")}
${trigrams("companies", "true")}
create function search_tickets(tenant uuid, brands uuid[], words tsquery, narrow tsquery, named text, numbered bigint)
  returns table (id uuid, rank int) ${definer} as $$
begin
  perform tenant_scope(tenant);
  return query
    select t.id, 900 from brands b join tickets t on t.brand_id = b.id and t.number = numbered
      where b.tenant_id = tenant and b.id = any(brands) and (named is null or b.ticket_prefix = named)
        and not t.is_spam and t.deleted_at is null
    union all
    select t.id, case when search_vector(t.title) @@ words then 300 else 100 end + ${closeness("t.search")}
      from unnest(tickets_candidates(tenant, brands, words, narrow)) c(id)
      join tickets t on t.tenant_id = tenant and t.id = c.id
      where numbered is null or t.number <> numbered;
end $$

create function search_comments(tenant uuid, brands uuid[], words tsquery, narrow tsquery)
  returns table (id uuid, rank int) ${definer} as $$
begin
  return query select m.id, 100 + ${closeness("m.search")}
    from unnest(comments_candidates(tenant, brands, words, narrow)) c(id)
    join comments m on m.tenant_id = tenant and m.id = c.id
    join tickets t on t.tenant_id = tenant and t.id = m.ticket_id and not t.is_spam and t.deleted_at is null;
end $$

create function search_customers(tenant uuid, brands uuid[], patterns text[], narrow text, said text)
  returns table (id uuid, rank int) ${definer} as $$
begin
  return query select k.id, case when said in (k.email, lower(k.name)) then 900
      when starts_with(k.email, said) or starts_with(lower(k.name), said) then 400 else 300 end
    from unnest(customers_candidates(tenant, brands, patterns, narrow)) c(id)
    join customers k on k.tenant_id = tenant and k.id = c.id;
end $$

create function search_companies(tenant uuid, brands uuid[], patterns text[], narrow text, said text)
  returns table (id uuid, rank int) ${definer} as $$
begin
  return query select o.id, case when said in (lower(o.name), o.domain) then 900
      when starts_with(lower(o.name), said) or starts_with(o.domain, said) then 400 else 300 end
    from unnest(companies_candidates(tenant, brands, patterns, narrow)) c(id)
    join companies o on o.tenant_id = tenant and o.id = c.id;
end $$
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
