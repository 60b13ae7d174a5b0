import { Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import type { TicketQuery } from "../../domain/TicketQuery.ts"

/**
 * Tickets that a page's statement lists one by one, at most; what more have is so common that a page fills up quickly anyway.
 */
export const mostNamed = 5_000

/** Runs a statement and returns its rows. */
type Rows = (
  sql: string,
  parameters: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<{ readonly id: string }>, DatabaseUnavailable>

/**
 * The tickets that match one of the filters, whatever else is asked, if they are few; else `undefined`. Tags and companies are
 * in tables of their own, which no index of tickets covers: a page of what few tickets have would scan all others.
 */
export const fewTickets = Effect.fnUntraced(function* (rows: Rows, { tenant }: BrandsScope, asked: TicketQuery) {
  const telling = filters(asked)
  if (telling.length === 0) return undefined
  const found = yield* Effect.forEach(telling, ({ sql, ids }) => rows(sql, [tenant.id, ids, mostNamed + 1]), {
    concurrency: "unbounded"
  })
  const [least] = found.filter(({ length }) => length <= mostNamed).sort((one, other) => one.length - other.length)
  return least?.map(({ id }) => id)
})

const filters = ({ companies, tagIds, tagMode }: TicketQuery) => {
  const asked: Array<{ readonly sql: string; readonly ids: ReadonlyArray<string> }> = []
  if (tagIds !== undefined)
    asked.push({ sql: tagMode === "all" ? withAllTags : withAnyTag, ids: [...new Set(tagIds)].map(uuidOf) })
  if (companies !== undefined && !companies.none) asked.push({ sql: ofCompanies, ids: companies.ids.map(uuidOf) })
  return asked
}

const withAnyTag = `select l.id from tenant_scope($1) s, lateral (
  select ticket_id as id from ticket_tags where tenant_id = s.tenant_id and tag_id = any($2::uuid[]) limit $3) l`

/** Scans the tickets of the rarest tag. */
const withAllTags = `select l.id from tenant_scope($1) s, lateral (
  select r.ticket_id as id from ticket_tags r
  where r.tenant_id = s.tenant_id and r.tag_id = (
      select g.id from unnest($2::uuid[]) g(id) order by
        coalesce((select amount from tallies where tenant_id = s.tenant_id and name = 'tag' and subject = g.id), 0) +
        coalesce((select sum(change) from tally_changes where tenant_id = s.tenant_id and name = 'tag' and subject = g.id), 0) limit 1)
    and (select count(*) from ticket_tags o where o.tenant_id = r.tenant_id and o.ticket_id = r.ticket_id and o.tag_id = any($2::uuid[]))
      = cardinality($2::uuid[])
  limit $3) l`

const ofCompanies = `select l.id from tenant_scope($1) s, lateral (
  select t.id from customers k, lateral (
    select id from tickets where tenant_id = k.tenant_id and customer_id = k.id offset 0) t
  where k.tenant_id = s.tenant_id and k.company_id = any($2::uuid[]) limit $3) l`
