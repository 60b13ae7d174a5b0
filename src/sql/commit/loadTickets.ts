import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { type CategoryRow, categoryOf } from "../rows/categoryRow.ts"
import { type TagRow, tagOf } from "../rows/tagRow.ts"
import { type TicketRow, ticketOf, untaggedTicketColumns } from "../rows/ticketRow.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"
import { type ReferenceRow, referencedTickets } from "./loadArrivals.ts"

type References = ReadonlyArray<ReferenceRow>

/** The ids of the requested tickets: by id, and by what messages refer to. */
export const ticketIdsSql = `select unnest($2::uuid[]) union ${referencedTickets}`

export const tickets = (tenant: Tenant, ids: ReadonlyArray<string>, references: References, known: Known): Load => ({
  sql:
    references.length === 0
      ? `select ${untaggedTicketColumns} from tickets t where t.tenant_id = $1 and t.id = any($2::uuid[]) order by t.id for no key update of t`
      : `select ${untaggedTicketColumns} from tickets t where t.tenant_id = $1 and t.id = any(array(${ticketIdsSql})) order by t.id for no key update of t`,
  parameters: references.length === 0 ? [tenant.id, ids] : [tenant.id, ids, JSON.stringify(references)],
  learn: (rows: ReadonlyArray<Omit<TicketRow, "tags">>) => {
    for (const row of rows) known.learnTicket(ticketOf({ ...row, tags: null }))
  }
})

/** Runs before the tickets that are read: both are locked in the order of their ids. */
export const ticketsOfRenamed = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  references: References,
  known: Known
): Load => ({
  sql: `select from tickets t where t.tenant_id = $1 and t.id = any(array(${ticketIdsSql}
    union select id from tickets where tenant_id = $1 and customer_id = any($4::uuid[]))) order by t.id for no key update of t`,
  parameters: [tenant.id, ids, JSON.stringify(references), known.renaming.map(uuidOf)],
  learn: () => undefined
})

/** Runs after the tickets: what a statement reads beside a row that it waited for predates the wait. */
export const ticketTags = (tenant: Tenant, ids: ReadonlyArray<string>, references: References, known: Known): Load => ({
  sql: `select l.ticket_id, g.* from ticket_tags l join tags g on g.tenant_id = l.tenant_id and g.id = l.tag_id
    where l.tenant_id = $1 and l.ticket_id = any(${references.length === 0 ? "$2::uuid[]" : `array(${ticketIdsSql})`}) order by g.name`,
  parameters: references.length === 0 ? [tenant.id, ids] : [tenant.id, ids, JSON.stringify(references)],
  learn: (rows: ReadonlyArray<TagRow & { readonly ticket_id: string }>) => {
    for (const row of rows) known.learnTagOf(idOf("ticket", row.ticket_id), tagOf(row))
  }
})

/** Where a name is new, its brand's tags are counted, once per brand; the brand is locked, so the count stays true. */
export const tagsByName = (
  tenant: Tenant,
  names: ReadonlyArray<{ brand: string; name: string }>,
  known: Known
): Load => ({
  // Names are folded first: under row-level security, a comparison that folds them may not use the index.
  sql: `with named as materialized (
      select w.brand as asked_brand, w.name as asked_name, lower(w.name) as asked_folded from json_to_recordset($2::json) as w(brand uuid, name text)),
    asked as materialized (select w.*, g.* from named w
      left join tags g on g.tenant_id = $1 and g.brand_id = w.asked_brand and g.folded_name = w.asked_folded)
    select a.*, n.tag_count from asked a left join (
      select m.brand, (select count(*) from tags t where t.tenant_id = $1 and t.brand_id = m.brand) as tag_count
      from (select distinct asked_brand as brand from asked where id is null) m) n on n.brand = a.asked_brand`,
  parameters: [tenant.id, JSON.stringify(names)],
  learn: (
    rows: ReadonlyArray<
      TagRow & {
        readonly asked_brand: string
        readonly asked_name: string
        readonly asked_folded: string
        readonly tag_count: number | null
      }
    >
  ) => {
    for (const row of rows) {
      known.foldedNames.set(row.asked_name, row.asked_folded)
      if (row.tag_count !== null) known.tagCounts.set(idOf("brand", row.asked_brand), row.tag_count)
      // The left join found no such tag.
      if ((row.id as string | null) === null) continue
      known.foldedNames.set(row.name, row.asked_folded)
      known.learnTag(tagOf(row))
    }
  }
})

export const tagsById = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load => ({
  sql: "select g.* from tags g where g.tenant_id = $1 and g.id = any($2::uuid[])",
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<TagRow & { readonly folded_name: string }>) => {
    for (const row of rows) {
      known.foldedNames.set(row.name, row.folded_name)
      known.learnTag(tagOf(row))
    }
  }
})

export const categories = (
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  ticketIds: ReadonlyArray<string>,
  known: Known
): Load => ({
  sql: `select * from categories where tenant_id = $1 and id = any(array(select unnest($2::uuid[]) union
    select category_id from tickets where tenant_id = $1 and id = any($3::uuid[]) and category_id is not null))`,
  parameters: [tenant.id, ids, ticketIds],
  learn: (rows: ReadonlyArray<CategoryRow>) => {
    for (const row of rows) known.categories.set(idOf("category", row.id), categoryOf(row))
  }
})
