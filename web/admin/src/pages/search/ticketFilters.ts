import type { Brand, Category, Member, Status, Tag, TicketsListAcrossQuery } from "@trunkline/sdk"
import { folded } from "../../app/matching.ts"
import { priorities } from "../../tickets/priorities.ts"
import { type SearchFilters, withoutQuotes } from "./searchQuery.ts"

/** The records that names in a search can refer to. */
export interface Known {
  readonly brands: ReadonlyArray<Pick<Brand, "id" | "slug">>
  readonly members: ReadonlyArray<Pick<Member, "id" | "email">>
  readonly statuses: ReadonlyArray<Pick<Status, "key">>
  readonly tags: ReadonlyArray<Pick<Tag, "id" | "name">>
  readonly categories: ReadonlyArray<Pick<Category, "id" | "name">>
}

/** Returns the list query for a search, and the filters whose values are unknown. */
export const ticketFilters = (
  filters: SearchFilters,
  known: Known
): { readonly query: TicketsListAcrossQuery; readonly unknown: ReadonlyArray<string> } => {
  const unknown: Array<string> = []
  const query: Record<string, string | boolean | ReadonlyArray<string>> = {}
  const idsOf = (
    field: keyof SearchFilters,
    idsCalled: (name: string) => ReadonlyArray<string>,
    given = filters[field] ?? []
  ) =>
    given.flatMap((value) => {
      const ids = idsCalled(value)
      if (ids.length === 0) unknown.push(`${field}:${value}`)
      return ids
    })
  const put = (name: keyof TicketsListAcrossQuery, given: ReadonlyArray<string> | undefined) => {
    if (given !== undefined && given.length > 0) query[name] = given
  }
  const called = (list: ReadonlyArray<{ readonly id: string; readonly name: string }>) => (value: string) =>
    list.flatMap(({ id, name }) => (folded(withoutQuotes(name)) === folded(value) ? [id] : []))
  /** For filters that take a single value; any further ones count as unknown. */
  const only = (field: keyof SearchFilters, meant: (value: string) => ReadonlyArray<string> = (value) => [value]) => {
    const [first, ...more] = filters[field] ?? []
    unknown.push(...more.map((value) => `${field}:${value}`))
    return first === undefined ? undefined : idsOf(field, meant, [first])[0]
  }

  put("status", idsOf("status", oneOf(["active", ...new Set(known.statuses.map(({ key }) => key))])))
  put("priority", idsOf("priority", oneOf(priorities)))
  put("origin", idsOf("channel", oneOf(channels.map(([id]) => id))))
  put(
    "assigneeId",
    idsOf("assignee", (value) => [...oneOf(["me", "unassigned"])(value), ...membersCalled(known, value)])
  )
  put("tagIds", idsOf("tag", called(known.tags)))
  put("categoryId", idsOf("category", called(known.categories)))
  put(
    "brandId",
    idsOf("brand", (value) => known.brands.flatMap(({ id, slug }) => (slug === value.toLowerCase() ? [id] : [])))
  )
  const customerEmail = only("customer", addressOf)
  if (customerEmail !== undefined) query["customerEmail"] = customerEmail
  for (const field of ["createdBy", "sourceId"] as const) {
    const value = only(field)
    if (value !== undefined) query[field] = value
  }
  for (const field of ["createdAfter", "createdBefore", "updatedAfter", "updatedBefore", "dueBefore"] as const) {
    const day = only(field, startOf)
    if (day !== undefined) query[field] = day
  }
  const has = only("has", oneOf(["files", "nofiles"]))
  if (has !== undefined) query["hasAttachments"] = has === "files"
  const is = idsOf("is", oneOf(["spam", "trash"]))
  if (is.includes("spam")) query["isSpam"] = true
  if (is.includes("trash")) Object.assign(query, { deleted: "only", isSpam: is.includes("spam") ? true : "all" })
  // Made of typed text: the API reports what it does not know.
  return { query: query as TicketsListAcrossQuery, unknown }
}

export const channels = [
  ["email", "Email"],
  ["chat", "Slack"],
  ["sms", "Text messages"],
  ["custom", "Custom channels"],
  ["api", "API, portal and dashboard"]
] as const

const oneOf = (all: ReadonlyArray<string>) => (value: string) => all.filter((one) => one === value.toLowerCase())

const membersCalled = ({ members }: Known, value: string) =>
  members.flatMap(({ email, id }) => (folded(email) === folded(value) ? [id] : []))

/** A label of a host name, in any script. */
const label = "[\\p{L}\\p{M}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}_])?"
const address = new RegExp(`^[^\\s@<>(),;:"[\\]\\\\]{1,64}@${label}(?:\\.${label})*$`, "u")

/** The value if it can be an email address: one that is being typed cannot yet, and the API refuses it. */
const addressOf = (value: string): ReadonlyArray<string> => (address.test(value) ? [value] : [])

/** The start of a day in the browser's time zone. */
const startOf = (value: string): ReadonlyArray<string> => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00`) : undefined
  return day === undefined || Number.isNaN(day.getTime()) ? [] : [day.toISOString()]
}
