import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runScript } from "../runScript.ts"

/**
 * What separates words: control characters and spaces, punctuation and symbols, emoji among them, by code point. The
 * text parser takes some of them for letters where the database's locale is C, and for markup, addresses and signs
 * elsewhere.
 */
const betweenWords = String.raw`[\u0001-/:-@\[-\`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u1680\u2000-\u206f\u20a0-\u20cf\u2116\u2122\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+`

/**
 * Records of the brands searched, newest first, that tell how common words are; that are looked at for matches of common
 * words; and at least of each brand, however many there are.
 */
const newest = { sample: 500, walk: 10_000, least: 50 }
/** Of the records of the sample, those that make a word a common one: a twentieth. */
const common = 20
/** Matches of a brand that are ranked: all, if an index finds fewer than `found`; else the newest and some others. */
const most = { found: 500, newest: 300 }
/** Rows that are looked at for the words that the index was not asked for. */
const visited = 2_000
/** Entries of an index that may be read for one search: 100 to 200 ns each. */
const entries = 100_000

/** Functions that read by way of an index that row-level security keeps from others name the tenant themselves. */
const definer = "stable security definer set search_path from current"
/**
 * An index of words or trigrams is asked whatever the planner thinks of how common they are, and not together with one of
 * the brand's records, which has an entry for each of them; with memory for the exact places of a million matches: else
 * whole pages stand for them, and all their rows are looked at.
 */
const byBitmap =
  "set plan_cache_mode = 'force_custom_plan' set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set cpu_index_tuple_cost = 1 set work_mem = '64MB'"

/** Kilobytes of new texts that a search reads one by one before they are in the index. */
const pending = 512

/** A brand's share of so many records, where several are searched. */
const share = (records: number) => `greatest(${newest.least}, ${records} / share)`

/** The newest so many of a brand's texts; those that are not shown count, so that they do not make a search long. */
const newestTexts = (table: string, limit: string) =>
  `(select t.* from ${table} t where t.tenant_id = tenant and t.brand_id = brand order by t.id desc limit ${limit}) n`

/** How well words fit a text: how often they occur in it, and how close to each other; 0 to 99. */
const closeness = (text: string) => `least(99, floor(100 * ts_rank('{0.1,0.1,0.1,0.1}', ${text}.words, wanted)))::int`

/** A row as a match, with its rank. */
const hit = {
  ticket: (text: string) =>
    `(${text}.id, ${text}.id, (case when ${text}.words @@ titled then 300 else 100 end) + ${closeness(text)})::search_hit`,
  comment: (text: string) => `(${text}.id, ${text}.ticket_id, 100 + ${closeness(text)})::search_hit`
}

/** A brand's tickets or comments that match, ranked (docs/decisions/0014). */
const textHits = (type: "ticket" | "comment") => `
create function ${type}s_by_index(tenant uuid, brand uuid, words text[], asked text[], cap int, out looked int, out hits search_hit[])
  language plpgsql ${definer} ${byBitmap} as $$
declare
  wanted tsquery := brand_query(brand, words);
  titled tsquery := brand_query(brand, words, ':*A');
begin
  select count(*), array_agg(r.hit) filter (where r.hit is not null) into looked, hits from (
    select case when t.words @@ wanted then ${hit[type]("t")} end as hit from ${type}_texts t
    where t.words @@ brand_query(brand, asked) and t.tenant_id = tenant and t.brand_id = brand and t.shown limit cap) r;
end $$

create function ${type}_hits(tenant uuid, brand uuid, words text[], narrow text[], share int) returns setof search_hit
  language plpgsql ${definer} as $$
declare
  wanted tsquery := brand_query(brand, words);
  titled tsquery := brand_query(brand, words, ':*A');
  alone tsquery[] := array(select brand_query(brand, array[word]) from unnest(narrow) with ordinality w(word, place) order by place);
  asked text[];
  cap int;
  looked int;
  matched int;
  counts int[];
  hits search_hit[];
begin
  with newest as materialized (select n.words, n.shown from ${newestTexts(`${type}_texts`, share(newest.sample))})
  select count(*), count(*) filter (where n.shown and n.words @@ wanted),
      array(select (select count(*) from newest m where m.words @@ w.query) from unnest(alone) with ordinality w(query, place) order by place)
    into looked, matched, counts from newest n;
  if looked >= ${share(newest.sample)} and matched < looked / ${common} then
    asked := case when (select sum(n) from unnest(counts) n) * brand_texts('${type}_texts', tenant, brand) / looked <= ${entries} then narrow
      else array(select w.word from unnest(narrow, counts) w(word, n) where w.n < looked / ${common}) end;
    if cardinality(asked) > 0 then
      cap := case when asked = words then ${most.found} else ${visited} end;
      select i.looked, i.hits into looked, hits from ${type}s_by_index(tenant, brand, words, asked, cap) i;
      if looked < cap then
        return query select h.* from unnest(hits) h;
        return;
      end if;
    end if;
  end if;
  return query
    select h.* from unnest(hits[1:${most.found - most.newest}]) h
    union
    select h.* from unnest(array(select ${hit[type]("n")} from ${newestTexts(`${type}_texts`, share(newest.walk))}
      where n.shown and n.words @@ wanted limit ${share(most.newest)})) h;
end $$
`

/** Keeps what is searched of a table beside it, so that other changes of a record leave its words alone. */
const kept = (type: "ticket" | "comment", own: string, watched: string, shown: string, words: string) => `
insert into ${type}_texts select r.tenant_id, r.brand_id, r.id, ${own}${shown}, ${words} from ${type}s r

create function keep_${type}_texts() returns trigger language plpgsql set search_path from current as $$
begin
  insert into ${type}_texts select r.tenant_id, r.brand_id, r.id, ${own}${shown}, ${words} from made r;
  return null;
end $$

create function change_${type}_text() returns trigger language plpgsql set search_path from current as $$
declare
  r ${type}s := new;
begin
  update ${type}_texts t set brand_id = r.brand_id, shown = ${shown}${own === "" ? "" : ", ticket_id = r.ticket_id"}, words = ${words}
    where t.brand_id = old.brand_id and t.id = old.id;
  return null;
end $$

create function drop_${type}_texts() returns trigger language plpgsql set search_path from current as $$
begin
  delete from ${type}_texts t using gone r where t.brand_id = r.brand_id and t.id = r.id;
  return null;
end $$

create trigger ${type}_texts_kept after insert on ${type}s referencing new table as made
  for each statement execute function keep_${type}_texts()

create trigger ${type}_texts_changed after update of ${watched} on ${type}s
  for each row when ((${watched.replaceAll(/\w+/g, "old.$&")}) is distinct from (${watched.replaceAll(/\w+/g, "new.$&")}))
  execute function change_${type}_text()

create trigger ${type}_texts_dropped after delete on ${type}s referencing old table as gone
  for each statement execute function drop_${type}_texts()
`

/** The text of a customer or company that trigrams are made of. */
const textOf = {
  customer: "(lower(coalesce(name, '') || ' ' || email || ' ' || coalesce(phone, '')))",
  company: "(lower(name || ' ' || coalesce(domain, '')))"
}

/** A brand's customers or companies that match: all that an index finds, or the newest and some others of too many. */
const nameHits = (type: "customer" | "company", table: string, rank: string, shown: string) => {
  const ranked = (row: string) => `(${row}.id, null::uuid, ${rank})::search_hit`
  const newestNames = (looked: number) =>
    `array(select ${ranked("n")} from (
      select * from ${table} where tenant_id = tenant and brand_id = brand and ${shown} order by id desc limit ${share(looked)}) n
    where ${textOf[type]} like all(patterns) limit ${share(most.newest)})`
  return `
create function ${table}_by_index(tenant uuid, brand uuid, patterns text[], narrow text, said text) returns search_hit[]
  language plpgsql ${definer} ${byBitmap} as $$
begin
  return array(select ${ranked("n")} from ${table} n where brand_id = brand and ${textOf[type]} like narrow
    and tenant_id = tenant and ${textOf[type]} like all(patterns) and ${shown} limit ${most.found});
end $$

create function ${type}_hits(tenant uuid, brand uuid, patterns text[], narrow text, said text, share int) returns setof search_hit
  language plpgsql ${definer} as $$
declare
  hits search_hit[] := ${newestNames(newest.sample)};
begin
  if cardinality(hits) < ${share(newest.sample)} / ${common} and narrow is not null and to_regclass('${table}_text') is not null then
    hits := ${table}_by_index(tenant, brand, patterns, narrow, said);
    if cardinality(hits) < ${most.found} then
      return query select h.* from unnest(hits) h;
      return;
    end if;
  end if;
  return query select h.* from unnest(hits[1:${most.found - most.newest}]) h union select h.* from unnest(${newestNames(newest.walk)}) h;
end $$
`
}

/** One page of matches, the best first. What `visible` asks of a match is asked of the page alone. */
const page = (types: string, parameters: string, hits: string, visible = "") => `
create function search_${types}(tenant uuid, brands uuid[], ${parameters}, after_rank int, after_id uuid, cap int)
  returns table (id uuid, rank int) language plpgsql ${definer} set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform tenant_scope(tenant);
  return query select h.id, h.rank from (${hits}
      order by rank desc, id desc offset 0) h ${visible}
    where after_rank is null or (h.rank, h.id) < (after_rank, after_id) order by h.rank desc, h.id desc limit cap;
end $$
`

/** What each of the brands holds. */
const ofBrands = (type: string, asked: string) =>
  `select b.id as brand, f.id, f.ticket_id, f.rank from unnest(brands) b(id), lateral ${type}_hits(tenant, b.id, ${asked}, cardinality(brands)) f`

const numbered = `select t.id from brands b join tickets t on t.brand_id = b.id and t.number = numbered
      where b.tenant_id = tenant and b.id = any(brands) and (named is null or b.ticket_prefix = named) and not t.is_spam and t.deleted_at is null`

/**
 * The texts that are searched, in narrow tables of their own. A word is kept with the code of its brand, so that a brand
 * finds its own words only, however many tickets others have; words of a title have the weight A.
 */
const script = `
select set_config('trunkline.system', 'on', true)

drop function search_tickets(uuid, uuid[], tsquery, tsquery, text, bigint), search_comments(uuid, uuid[], tsquery, tsquery),
  search_customers(uuid, uuid[], text[], text, text), search_companies(uuid, uuid[], text[], text, text),
  tickets_candidates(uuid, uuid[], tsquery, tsquery), comments_candidates(uuid, uuid[], tsquery, tsquery),
  customers_candidates(uuid, uuid[], text[], text), companies_candidates(uuid, uuid[], text[], text),
  tickets_matching(uuid, uuid[], tsquery, tsquery, int), comments_matching(uuid, uuid[], tsquery, tsquery, int),
  customers_matching(uuid, uuid[], text[], text, int), companies_matching(uuid, uuid[], text[], text, int),
  ticket_search(uuid, uuid[], tsquery, int)

alter table tickets drop column search

alter table comments drop column search

drop function search_vector(text)

create function brand_code(brand uuid) returns text language sql immutable parallel safe as $$ select 'b' || right(brand::text, 7) $$

comment on function brand_code is 'stands before each word of the brand in the text indexes; two brands with the same code are slower to search, and no less apart'

create function brand_words(brand uuid, content text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', replace(' ' || btrim(regexp_replace(left(content, 100000), '${betweenWords}', ' ', 'g')), ' ', ' ' || brand_code(brand)))
$$

create function brand_query(brand uuid, words text[], mark text default ':*') returns tsquery language sql immutable parallel safe as $$
  select to_tsquery('simple', string_agg(quote_literal(brand_code(brand) || word) || mark, ' & ')) from unnest(words) word
$$

create table ticket_texts (
  tenant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  shown boolean not null,
  words tsvector not null,
  primary key (brand_id, id)
) with (fillfactor = 95)

create table comment_texts (
  tenant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  shown boolean not null,
  words tsvector not null,
  primary key (brand_id, id)
) with (fillfactor = 95)

alter table ticket_texts alter words set storage main

alter table comment_texts alter words set storage main

select trunkline_enable_rls('ticket_texts')

select trunkline_enable_rls('comment_texts')
${kept("ticket", "", "title, body, customer_email, customer_name, is_spam, deleted_at, brand_id", "not r.is_spam and r.deleted_at is null", "setweight(brand_words(r.brand_id, r.title), 'A') || brand_words(r.brand_id, concat_ws(' ', r.number, r.customer_email, r.customer_name, r.body))")}
${kept("comment", "r.ticket_id, ", "body, deleted_at, brand_id, ticket_id", "r.deleted_at is null", "brand_words(r.brand_id, r.body)")}
create index ticket_texts_words on ticket_texts using gin (words) with (gin_pending_list_limit = ${pending})

create index comment_texts_words on comment_texts using gin (words) with (gin_pending_list_limit = ${pending})

do $$
begin
  create extension if not exists btree_gin;
  drop index customers_text, companies_text;
  create index customers_text on customers using gin (brand_id, ${textOf.customer} gin_trgm_ops) where deleted_at is null;
  create index companies_text on companies using gin (brand_id, ${textOf.company} gin_trgm_ops);
exception when others then
  raise warning 'without the extensions pg_trgm and btree_gin, names are searched among all brands together, or the newest only: %', sqlerrm;
end $$

create type search_hit as (id uuid, ticket_id uuid, rank int)

create function brand_texts(texts regclass, tenant uuid, brand uuid) returns real language sql ${definer} as $$
  select least(1, b.next_ticket_number / greatest(k.reltuples, 1)) * greatest(t.reltuples, 0) from brands b, pg_class k, pg_class t
  where b.tenant_id = tenant and b.id = brand and k.oid = 'ticket_texts'::regclass and t.oid = texts
$$

comment on function brand_texts is 'how many texts a brand has, roughly: its share of all tickets, of as many as were there when the table was last analyzed'
${textHits("ticket")}
${textHits("comment")}
${nameHits(
  "customer",
  "customers",
  "case when said in (n.email, lower(n.name)) then 900 when starts_with(n.email, said) or starts_with(lower(n.name), said) then 400 else 300 end",
  "deleted_at is null"
)}
${nameHits(
  "company",
  "companies",
  "case when said in (lower(n.name), n.domain) then 900 when starts_with(lower(n.name), said) or starts_with(n.domain, said) then 400 else 300 end",
  "true"
)}
${page(
  "tickets",
  "words text[], narrow text[], named text, numbered bigint",
  `select t.id, 900 as rank from (${numbered}) t
      union all select t.id, t.rank from (${ofBrands("ticket", "words, narrow")}) t
        where numbered is null or t.id not in (${numbered})`
)}
${page("comments", "words text[], narrow text[]", ofBrands("comment", "words, narrow"), "cross join lateral (select from ticket_texts t where t.brand_id = h.brand and t.id = h.ticket_id and t.shown offset 0) t")}
${page("customers", "patterns text[], narrow text, said text", ofBrands("customer", "patterns, narrow, said"))}
${page("companies", "patterns text[], narrow text, said text", ofBrands("company", "patterns, narrow, said"))}
create function tickets_are_common(tenant uuid, brands uuid[], words text[], share int) returns boolean language sql ${definer} as $$
  select count(*) >= ${newest.sample} and count(*) filter (where n.words @@ b.wanted) >= count(*) / ${common}
  from (select id as brand, brand_query(id, tickets_are_common.words) as wanted from unnest(brands) id offset 0) b,
    lateral ${newestTexts("ticket_texts", share(newest.sample))}
$$

create function ticket_search(tenant uuid, brands uuid[], words text[], cap int) returns uuid[] language plpgsql ${definer} ${byBitmap} as $$
begin
  perform tenant_scope(tenant);
  return array(select f.id from unnest(brands) b(id), lateral (
    select t.id from ticket_texts t where t.words @@ brand_query(b.id, ticket_search.words) and t.tenant_id = tenant and t.brand_id = b.id
    limit cap) f limit cap);
end $$

create function ticket_matches(tenant uuid, brands uuid[], words text[], cap int) returns uuid[] language plpgsql ${definer} as $$
declare
  own uuid[] := array(select b.id from tenant_scope(tenant) s join brands b on b.tenant_id = s.tenant_id
    where (ticket_matches.brands is null or b.id = any(ticket_matches.brands)) and b.deleted_at is null);
begin
  return case when not tickets_are_common(tenant, own, words, cardinality(own)) then ticket_search(tenant, own, words, cap) end;
end $$

comment on function ticket_matches is 'ids of at most so many of the brands'' tickets with these words; null where the newest tell that there are too many to name'
`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => runScript(sql, script))
