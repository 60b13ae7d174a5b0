import type { TicketsListAcrossQuery } from "@trunkline/sdk"

/** A named list of tickets. */
interface View {
  readonly title: string
  readonly filter: TicketsListAcrossQuery
}

export const views = {
  inbox: { title: "Inbox", filter: { status: "active" } },
  mine: { title: "Mine", filter: { status: "active", assigneeId: "me" } },
  unassigned: { title: "Unassigned", filter: { status: "active", assigneeId: "unassigned" } },
  all: { title: "All", filter: {} },
  spam: { title: "Spam", filter: { isSpam: true } },
  // Everything in the trash can be restored, including spam and tickets that were merged before.
  trash: { title: "Trash", filter: { deleted: "only", isSpam: "all", merged: "include" } }
} as const satisfies Record<string, View>

export type ViewName = keyof typeof views

/** The parameters of the inbox's address: a view and filters, each as the API's filter takes it. */
export interface InboxSearch {
  readonly view?: string | undefined
  /** Slug of a brand. */
  readonly brand?: string | undefined
  readonly status?: string | undefined
  readonly priority?: string | undefined
  readonly assignee?: string | undefined
  /** Ids of tags, any of which matches. */
  readonly tag?: string | undefined
  /** Id of a category. */
  readonly category?: string | undefined
  /** Id of a customer. */
  readonly customer?: string | undefined
  /** Words to search for. */
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly order?: string | undefined
  /** The ticket open beside the list, as `brand/number`. */
  readonly open?: string | undefined
}

export const viewOf = ({ view }: InboxSearch): ViewName =>
  view !== undefined && Object.hasOwn(views, view) ? (view as ViewName) : "inbox"

/** Whether filters narrow the view. */
export const isNarrowed = ({ status, priority, assignee, tag, category, customer, q }: InboxSearch) =>
  [status, priority, assignee, tag, category, customer, q].some((value) => value !== undefined && value !== "")

/** The properties that lists can be sorted by, under their API names. */
const sorts = ["updatedAt", "createdAt", "priority", "dueAt"] as const

/** The sort order in the address. By default, the last changed first and the soonest due first. */
export const orderOf = ({ sort: asked, order }: Pick<InboxSearch, "sort" | "order">) => {
  const sort = sorts.find((one) => one === asked) ?? "updatedAt"
  const usual = sort === "dueAt" ? "asc" : "desc"
  return { sort, order: order === "asc" || order === "desc" ? order : usual } as const
}

/** Tickets per page of the list. */
const pageSize = 50

/** The query for the list in the address. An unknown brand is passed on to the API, which finds nothing in it. */
export const ticketQueryOf = (
  search: InboxSearch,
  brands: ReadonlyArray<{ readonly id: string; readonly slug: string }>
): TicketsListAcrossQuery => {
  const { filter } = views[viewOf(search)]
  const narrowed: Record<string, string | undefined> = {
    status: search.status,
    priority: search.priority,
    assigneeId: search.assignee,
    tagIds: search.tag,
    categoryId: search.category,
    customerId: search.customer,
    search: search.q,
    brandId:
      search.brand === undefined ? undefined : (brands.find(({ slug }) => slug === search.brand)?.id ?? search.brand)
  }
  const given = Object.entries(narrowed).filter(([, value]) => value !== undefined && value !== "")
  return {
    ...filter,
    ...Object.fromEntries(given),
    ...orderOf(search),
    limit: pageSize
  }
}
