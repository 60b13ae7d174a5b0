import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import type { TicketPosition, TicketQuery, TicketSort } from "../../domain/TicketQuery.ts"
import { ticketFilters } from "./ticketFilters.ts"

/** What a search has found: ids, and if those are too many to list, the words, which then have to filter by themselves. */
export interface SearchResult {
  readonly ids: ReadonlyArray<string>
  readonly words?: ReadonlyArray<string> | undefined
}

/** Characters of a text that are sorted by, so that a page's position stays short. */
const sortedCharacters = 60

interface SortKey {
  readonly expression: string
  readonly type: string
  /** Rows without a value come last in either order. */
  readonly nullable: boolean
  readonly join?: string
}

const text = (expression: string) => `left(lower(${expression}), ${sortedCharacters})`

/** Joins the source of `embedded` to `tickets t`. */
export const embeddedJoins = "join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null"

/** What each order sorts by; creation order is id order, which needs no second key. */
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
 * Selects what a ticket shows beyond its own columns; `embedded_revision` changes whenever that does. The customer may be
 * deleted. Uses subqueries by full key: a join is planned once, perhaps while the tables are empty, and would then read all
 * customers for each ticket.
 */
export const embedded = `b.ticket_prefix, b.name as brand_name, b.slug as brand_slug, b.icon_url as brand_icon_url, b.embedded_revision,
    (select to_json(c) from customers c where c.tenant_id = t.tenant_id and c.id = t.customer_id) as customer,
    (select to_json(g) from categories g where g.tenant_id = t.tenant_id and g.id = t.category_id) as category`

/**
 * Finds the tickets of one page plus one, which tells whether there is a next page. If `few` is given, all matches are among
 * these.
 */
export const listStatement = (
  scope: BrandsScope,
  query: TicketQuery,
  found: SearchResult | undefined,
  few?: ReadonlyArray<string>
) => {
  const parameters: Array<unknown> = [scope.tenant.id]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const conditions = [...ticketFilters(scope, query, bind)]
  if (few !== undefined) conditions.push(`t.id = any(${bind(few)}::uuid[])`)
  if (found !== undefined) {
    const named = `t.id = any(${bind(found.ids)}::uuid[])`
    conditions.push(
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
    if (key === undefined) conditions.push(`t.id ${beyond} ${id}`)
    else if (after.value === null) conditions.push(`${key.expression} is null and t.id ${beyond} ${id}`)
    else {
      const rest = `(${key.expression}, t.id) ${beyond} (${bind(after.value)}::${key.type}, ${id})`
      conditions.push(key.nullable ? `(${rest} or ${key.expression} is null)` : rest)
    }
  }
  const order =
    key === undefined
      ? `t.id ${query.order}`
      : `${key.expression} ${query.order}${key.nullable ? " nulls last" : ""}, t.id ${query.order}`
  // The page is found first, on tickets alone, so that it costs no more than its rows; what is embedded is joined afterwards.
  const sql = `select q.* from tenant_scope($1) s, lateral (
    select t.id, t.version, t.sort_value, b.embedded_revision from (
      select t.id, t.tenant_id, t.brand_id, t.version, ${key?.expression ?? "null"} as sort_value,
        row_number() over (order by ${order}) as place
      from tickets t ${key?.join ?? ""} where ${conditions.join(" and ")} order by ${order} limit ${query.limit + 1}) t
    join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null order by t.place offset 0) q`
  return { sql, parameters }
}

/** What tells a ticket's current state from any other. */
export interface Stamped {
  readonly version: number
  readonly embedded_revision: number
}

/** A ticket of the page. */
export interface ListedRow extends Stamped {
  readonly id: string
  readonly sort_value: Date | string | number | null
}

/** A value that changes whenever the ticket, or anything that it shows beyond its own columns, does. */
export const stampOf = (row: Stamped): string => `${row.version} ${row.embedded_revision}`

/** The position after this row, at which the next page starts. */
export const positionOf = (row: ListedRow): TicketPosition => ({
  value: row.sort_value instanceof Date ? row.sort_value.toISOString() : row.sort_value,
  id: idOf("ticket", row.id)
})
