import { uuidOf } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import type { FoundType, SearchQuery } from "../../tickets/Search.ts"
import { brandsOf } from "../brandsOf.ts"
import type { Moment } from "../rows/columns.ts"
import { presentPrefix } from "./presentPrefix.ts"

/** A result as the statement selects it. */
export interface HitRow {
  readonly type: FoundType
  readonly id: string
  readonly rank: number
  readonly brand_id: string
  readonly ticket_id: string | null
  readonly public_id: string | null
  readonly title: string
  /** The texts that may be shown for it, the most telling first. */
  readonly texts: ReadonlyArray<string>
  readonly updated_at: Moment
}

/**
 * Bytes that a word needs to be looked up in a word index. The beginning of a shorter one matches so many words that all of
 * them together would take longer than scanning the newest records.
 */
const leastBytes = 3
/** Characters that a word needs to be looked up in a trigram index. */
const leastCharacters = 3
/** Characters of a text that are searched: those that are indexed. */
const searched = 100_000

/**
 * Brands that one search covers: the requested one, and those with the newest tickets. Each costs about 0.6 ms in all four
 * kinds of records, even if it has none.
 */
export const mostSearched = 500

/** MiB of text, roughly, from which so many hits are chosen. */
export const roomOfHits = (hits: number): number => Math.ceil((hits * searched) / (1024 * 1024))

/** The statement for one page of results plus one, which tells whether there is a next page. */
export const searchStatement = (
  scope: BrandsScope,
  asked: SearchQuery,
  words: ReadonlyArray<string>,
  named: { readonly prefix: string | undefined; readonly number: number } | undefined
) => {
  // Names are stored as somebody typed them, which is composed.
  const lower = words.map((word) => word.normalize("NFC").toLowerCase())
  const parameters = [
    scope.tenant.id,
    brandsOf(scope, asked)?.map(uuidOf) ?? null,
    words,
    words.filter((word) => Buffer.byteLength(word) >= leastBytes),
    lower.map((word) => `%${word}%`),
    longest(lower.filter((word) => word.length >= leastCharacters)),
    asked.text.trim().normalize("NFC").toLowerCase(),
    named?.prefix ?? null,
    named?.number ?? null,
    asked.after?.rank ?? null,
    asked.after === undefined ? null : uuidOf(asked.after.id),
    asked.limit + 1
  ]
  const sql = `select p.type, p.id, p.rank, d.* from tenant_scope($1) s,
    lateral (select ${presentPrefix("s.tenant_id", "$2::uuid[]", "$8::text")} as prefix offset 0) named, lateral (
      select array(select b.id from brands b
          left join lateral (select t.id from ticket_texts t where t.brand_id = b.id order by t.id desc limit 1) n on true
          where b.tenant_id = s.tenant_id and b.deleted_at is null and ($2::uuid[] is null or b.id = any($2::uuid[]))
          order by (b.ticket_prefix = named.prefix) desc nulls last, n.id desc nulls last limit ${mostSearched}) as brands,
        $3::text[] as words, $4::text[] as narrow, $5::text[] as patterns, $6::text as pattern, $7::text as said,
        named.prefix, $9::bigint as number, $10::int as rank, $11::uuid as id, $12::int as cap offset 0) q,
    lateral (select r.type, r.id, r.rank from (${asked.types.map((type) => found[type]).join(" union all ")}) r
      order by r.rank desc, r.id desc limit q.cap) p,
    lateral (select d.* from (${asked.types.map((type) => shown[type]).join(" union all ")}) d offset 0) d
    order by p.rank desc, p.id desc`
  return { sql, parameters }
}

const longest = (words: ReadonlyArray<string>): string | null => {
  const [first] = words.toSorted((a, b) => b.length - a.length)
  return first === undefined ? null : `%${first}%`
}

const matches = (type: FoundType, types: string, parameters: string) =>
  `select '${type}' as type, f.id, f.rank from search_${types}(s.tenant_id, q.brands, ${parameters}, q.rank, q.id, q.cap) f`

const found: Record<FoundType, string> = {
  ticket: matches("ticket", "tickets", "q.words, q.narrow, q.prefix, q.number"),
  comment: matches("comment", "comments", "q.words, q.narrow"),
  customer: matches("customer", "customers", "q.patterns, q.pattern, q.said"),
  company: matches("company", "companies", "q.patterns, q.pattern, q.said")
}

const ofTicket = "b.ticket_prefix || '-' || t.number as public_id, t.title"
const ticketsBrand = "join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id"

const shown: Record<FoundType, string> = {
  ticket: `select t.brand_id, t.id as ticket_id, ${ofTicket},
      array_remove(array[left(t.body, ${searched}), t.title, concat_ws(' · ', t.customer_name, t.customer_email)], null) as texts, t.updated_at
    from tickets t ${ticketsBrand} where p.type = 'ticket' and t.tenant_id = s.tenant_id and t.id = p.id`,
  comment: `select t.brand_id, t.id as ticket_id, ${ofTicket}, array[left(m.body, ${searched})] as texts, m.updated_at
    from comments m join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id ${ticketsBrand}
    where p.type = 'comment' and m.tenant_id = s.tenant_id and m.id = p.id`,
  customer: `select k.brand_id, null::uuid as ticket_id, null::text as public_id, coalesce(k.name, k.email) as title,
      array[concat_ws(' · ', k.name, k.email, k.phone)] as texts, k.updated_at
    from customers k where p.type = 'customer' and k.tenant_id = s.tenant_id and k.id = p.id`,
  company: `select o.brand_id, null::uuid as ticket_id, null::text as public_id, o.name as title,
      array[concat_ws(' · ', o.name, o.domain)] as texts, o.updated_at
    from companies o where p.type = 'company' and o.tenant_id = s.tenant_id and o.id = p.id`
}
