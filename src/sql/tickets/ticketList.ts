import type { DateTime } from "effect"
import type { Id } from "../../domain/Ids.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import { statusCategories } from "../../domain/Status.ts"
import { originOf, priorities } from "../../domain/Ticket.ts"
import type { IdsOrNone, Shown, TicketPosition, TicketQuery, TicketSort } from "../../domain/TicketQuery.ts"

/** What a search has found: ids, and where those are too many to name, the words that have to filter for themselves. */
export interface SearchResult {
  readonly ids: ReadonlyArray<string>
  readonly words?: ReadonlyArray<string> | undefined
}

/** Characters of a text that it is sorted by, so that a page's position stays short. */
const sortedCharacters = 60

interface SortKey {
  readonly expression: string
  readonly type: string
  /** Rows without a value come last in both orders. */
  readonly nullable: boolean
  readonly join?: string
}

const text = (expression: string) => `left(lower(${expression}), ${sortedCharacters})`

/** Joins what `embedded` selects from to `tickets t`. */
export const embeddedJoins = "join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null"

/** Asked of one ticket after the other, in the order of the page: whom it is true of altogether are more than a page needs. */
const probe = (select: string) => `exists (${select} offset 0)`

const categoryNames = new Set<string>(statusCategories)

/** What each order sorts by; creation is the order of ids, which needs no second key. */
const sortKeys: Record<Exclude<TicketSort, "createdAt">, SortKey> = {
  updatedAt: { expression: "t.updated_at", type: "timestamptz", nullable: false },
  priority: { expression: "t.priority", type: "smallint", nullable: false },
  ticketNumber: { expression: "t.number", type: "bigint", nullable: false },
  title: { expression: text("t.title"), type: "text", nullable: false },
  status: {
    expression: "st.sort_order",
    type: "int",
    nullable: false,
    join: "join statuses st on st.tenant_id = t.tenant_id and st.id = t.status_id"
  },
  customer: { expression: text("t.customer_name"), type: "text", nullable: true },
  company: {
    expression: text("co.name"),
    type: "text",
    nullable: true,
    join: `left join customers c on c.tenant_id = t.tenant_id and c.id = t.customer_id
      left join companies co on co.tenant_id = c.tenant_id and co.id = c.company_id`
  },
  assignee: {
    expression: text("coalesce(m.display_name, m.first_name || ' ' || m.last_name, m.email)"),
    type: "text",
    nullable: true,
    join: "left join members m on m.id = t.assignee_id"
  },
  category: {
    expression: text("g.name"),
    type: "text",
    nullable: true,
    join: "left join categories g on g.tenant_id = t.tenant_id and g.id = t.category_id"
  },
  dueAt: { expression: "t.due_at", type: "timestamptz", nullable: true }
}

/**
 * Selects what a ticket shows beside its own columns; `embedded_revision` is another one whenever that has changed. The
 * customer may be deleted. Subqueries by the whole key, because a join is planned once, perhaps while the tables are
 * still empty, and then rather reads all customers for each ticket.
 */
export const embedded = `b.ticket_prefix, b.name as brand_name, b.slug as brand_slug, b.icon_url as brand_icon_url, b.embedded_revision,
    (select to_json(c) from customers c where c.tenant_id = t.tenant_id and c.id = t.customer_id) as customer,
    (select to_json(g) from categories g where g.tenant_id = t.tenant_id and g.id = t.category_id) as category`

/**
 * Finds the tickets of one page and one more, which tells whether there is a next page. Where `few` is given, all that the filters
 * leave is among these.
 */
export const listStatement = (
  scope: BrandsScope,
  query: TicketQuery,
  found: SearchResult | undefined,
  few?: ReadonlyArray<string>
) => {
  const parameters: Array<unknown> = [scope.tenant.id]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const conditions = ["t.tenant_id = s.tenant_id"]
  const where = (condition: string) => conditions.push(condition)
  const anyOf = (column: string, values: ReadonlyArray<unknown> | undefined, type: string) => {
    if (values === undefined) return
    where(
      values.length === 1 ? `${column} = ${bind(values[0])}::${type}` : `${column} = any(${bind(values)}::${type}[])`
    )
  }
  const idsOrNone = (column: string, filter: IdsOrNone<Id> | undefined) => {
    if (filter === undefined) return
    const ids = filter.ids.map(uuidOf)
    if (!filter.none) return anyOf(column, ids, "uuid")
    where(ids.length === 0 ? `${column} is null` : `(${column} is null or ${column} = any(${bind(ids)}::uuid[]))`)
  }
  const shown = (mark: string, not: string, which: Shown) => {
    if (which !== "include") where(which === "only" ? mark : not)
  }

  const brands = brandsOf(scope, query)?.map(uuidOf)
  anyOf("t.brand_id", brands, "uuid")
  if (brands?.length !== 1)
    where("t.brand_id = any(array(select b.id from brands b where b.tenant_id = s.tenant_id and b.deleted_at is null))")
  anyOf("t.id", query.ids?.map(uuidOf), "uuid")
  anyOf("t.number", query.numbers, "bigint")
  if (query.statusesOrCategories === undefined) {
    anyOf("t.status", query.statuses, "text")
    // The keys that every brand has are named like their categories, which have an index.
    if (query.statuses?.every((key) => categoryNames.has(key))) anyOf("t.status_category", query.statuses, "text")
    // The brand's own have an index too, which only a literal condition admits.
    else if (query.statuses?.every((key) => !categoryNames.has(key)))
      where(`t.status not in (${statusCategories.map((key) => `'${key}'`).join(", ")})`)
  } else if ((query.statuses ?? []).length === 0) anyOf("t.status_category", query.statusesOrCategories, "text")
  else {
    const [keys, categories] = [bind(query.statuses), bind(query.statusesOrCategories)]
    where(`(t.status = any(${keys}::text[]) or t.status_category = any(${categories}::text[]))`)
  }
  anyOf("t.status_category", query.statusCategories, "text")
  anyOf(
    "t.priority",
    query.priorities?.map((priority) => priorities.indexOf(priority)),
    "smallint"
  )
  anyOf("t.source", query.sources, "text")
  const origins = query.origins ?? query.sources?.map((source) => originOf[source])
  anyOf("t.origin", origins, "text")
  // Where few tickets come from has an index of its own, which only a literal condition admits.
  if (origins?.every((origin) => origin !== "api" && origin !== "email")) where("t.origin not in ('api', 'email')")
  anyOf("t.customer_id", query.customerIds?.map(uuidOf), "uuid")
  idsOrNone("t.assignee_id", query.assignees)
  idsOrNone("t.category_id", query.categories)
  const ofCustomer = "from customers k where k.tenant_id = t.tenant_id and k.id = t.customer_id"
  if (query.companies?.none === false)
    where(probe(`select ${ofCustomer} and k.company_id = any(${bind(query.companies.ids.map(uuidOf))}::uuid[])`))
  else idsOrNone(`(select k.company_id ${ofCustomer})`, query.companies)
  if (query.customerEmail !== undefined) {
    const email = bind(query.customerEmail)
    where(`t.customer_email = ${email}`)
    // Whose address it is, since no index of tickets has it; customers who are gone have an index of their own.
    const whose = ["is null", "is not null"].map(
      (
        is
      ) => `select k.id from customers k where k.tenant_id = s.tenant_id and k.email = ${email} and k.deleted_at ${is}
        and k.brand_id = any(array(select b.id from brands b where b.tenant_id = s.tenant_id))`
    )
    where(`t.customer_id = any(array(${whose.join(" union all ")}))`)
  }
  if (query.createdBy !== undefined) where(`t.created_by = ${bind(query.createdBy)}`)
  if (query.sourceId !== undefined) where(`t.source_id = ${bind(query.sourceId)}`)
  if (query.tagIds !== undefined) {
    const tags = bind([...new Set(query.tagIds)].map(uuidOf))
    const own = `from ticket_tags l where l.tenant_id = t.tenant_id and l.ticket_id = t.id and l.tag_id = any(${tags}::uuid[])`
    // Looked up for each ticket (`offset 0`): what all tickets have is more than a page needs.
    where(
      query.tagMode === "all"
        ? `(select count(*) ${own}) = cardinality(${tags}::uuid[])`
        : `exists (select ${own} offset 0)`
    )
  }
  const since = (column: string, operator: string, at: DateTime.Utc | undefined) => {
    if (at !== undefined) where(`${column} ${operator} ${bind(iso(at))}::timestamptz`)
  }
  since("t.created_at", ">=", query.createdAfter)
  since("t.created_at", "<", query.createdBefore)
  since("t.updated_at", ">=", query.updatedAfter)
  since("t.updated_at", "<", query.updatedBefore)
  // Said once more, because a plan for any moment knows from it alone how few tickets are due at all.
  if (query.dueBefore !== undefined) where("t.due_at is not null")
  since("t.due_at", "<", query.dueBefore)
  if (query.hasAttachments !== undefined) where(`t.attachment_count ${query.hasAttachments ? ">" : "="} 0`)
  shown("t.is_spam", "not t.is_spam", query.spam)
  shown("t.deleted_at is not null", "t.deleted_at is null", query.deleted)
  shown("t.merged_into_id is not null", "t.merged_into_id is null", query.merged)
  if (few !== undefined) where(`t.id = any(${bind(few)}::uuid[])`)
  if (found !== undefined) {
    const named = `t.id = any(${bind(found.ids)}::uuid[])`
    where(
      found.words === undefined
        ? named
        : `(${named} or exists (select from ticket_texts x where x.tenant_id = t.tenant_id and x.brand_id = t.brand_id and x.id = t.id
            and x.words @@ brand_query(t.brand_id, ${bind(found.words)}::text[])))`
    )
  }

  const key = query.sort === "createdAt" ? undefined : sortKeys[query.sort]
  const beyond = query.order === "asc" ? ">" : "<"
  const { after } = query
  if (after !== undefined) {
    const id = `${bind(uuidOf(after.id))}::uuid`
    if (key === undefined) where(`t.id ${beyond} ${id}`)
    else if (after.value === null) where(`${key.expression} is null and t.id ${beyond} ${id}`)
    else {
      const rest = `(${key.expression}, t.id) ${beyond} (${bind(after.value)}::${key.type}, ${id})`
      where(key.nullable ? `(${rest} or ${key.expression} is null)` : rest)
    }
  }
  const order =
    key === undefined
      ? `t.id ${query.order}`
      : `${key.expression} ${query.order}${key.nullable ? " nulls last" : ""}, t.id ${query.order}`
  // The page is found first, on tickets alone, so that its cost is that of its rows; what is embedded joins it after.
  const sql = `select q.* from tenant_scope($1) s, lateral (
    select t.id, t.version, t.sort_value, b.embedded_revision from (
      select t.id, t.tenant_id, t.brand_id, t.version, ${key?.expression ?? "null"} as sort_value,
        row_number() over (order by ${order}) as place
      from tickets t ${key?.join ?? ""} where ${conditions.join(" and ")} order by ${order} limit ${query.limit + 1}) t
    join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null order by t.place offset 0) q`
  return { sql, parameters }
}

/** The brands to look into: what is asked for, as far as the caller may see it; undefined is all. */
export const brandsOf = ({ brands }: BrandsScope, { brandIds }: Pick<TicketQuery, "brandIds">) => {
  if (brands === "all") return brandIds
  return brandIds === undefined ? [...brands] : brandIds.filter((id) => brands.has(id))
}

/** What tells the present state of a ticket from any other. */
export interface Stamped {
  readonly version: number
  readonly embedded_revision: number
}

/** A ticket of the page. */
export interface ListedRow extends Stamped {
  readonly id: string
  readonly sort_value: Date | string | number | null
}

/** What is another one whenever the ticket, or anything that it shows beside its own columns, has changed. */
export const stampOf = (row: Stamped): string => `${row.version} ${row.embedded_revision}`

/** Where the page after this row starts. */
export const positionOf = (row: ListedRow): TicketPosition => ({
  value: row.sort_value instanceof Date ? row.sort_value.toISOString() : row.sort_value,
  id: idOf("ticket", row.id)
})
