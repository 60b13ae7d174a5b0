import type { DateTime } from "effect"
import type { Id } from "../../domain/Ids.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import { statusCategories } from "../../domain/Status.ts"
import { originOf, priorities } from "../../domain/Ticket.ts"
import type { IdsOrNone, Shown, TicketQuery } from "../../domain/TicketQuery.ts"
import { brandsOf } from "../brandsOf.ts"

/** Evaluated for one ticket at a time, in the page's order: all matches together would be more than a page needs. */
const probe = (select: string) => `exists (${select} offset 0)`

const categoryNames = new Set<string>(statusCategories)

/**
 * What a list asks of `tickets t` and its tenant `s`: conditions that must all hold. Values go through `bind`, which returns
 * the placeholder of a parameter.
 */
export const ticketFilters = (
  scope: BrandsScope,
  query: TicketQuery,
  bind: (value: unknown) => string
): ReadonlyArray<string> => {
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
    // A brand's own keys have an index too, which requires a literal condition.
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
  // The rare origins have an index of their own, which requires a literal condition.
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
    // The customer whose address it is, since no index of tickets covers the address; deleted customers have an index of their
    // own.
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
    // Looked up for each ticket (`offset 0`): all matches together would be more than a page needs.
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
  // Repeated, because only from this does a plan for an arbitrary moment know how few tickets are due at all.
  if (query.dueBefore !== undefined) where("t.due_at is not null")
  since("t.due_at", "<", query.dueBefore)
  if (query.hasAttachments !== undefined) where(`t.attachment_count ${query.hasAttachments ? ">" : "="} 0`)
  shown("t.is_spam", "not t.is_spam", query.spam)
  shown("t.deleted_at is not null", "t.deleted_at is null", query.deleted)
  shown("t.merged_into_id is not null", "t.merged_into_id is null", query.merged)
  return conditions
}
