import type { Result } from "effect"
import type { MemberId } from "../domain/Ids.ts"
import type { InvalidInput } from "../domain/Problems.ts"
import { type StatusCategory, statusCategories } from "../domain/Status.ts"
import { origins, priorities, sources } from "../domain/Ticket.ts"
import { type TicketPosition, type TicketQuery, ticketSorts } from "../domain/TicketQuery.ts"
import { type Query, QueryReader } from "./QueryReader.ts"

/** The meaning of `status=active`. */
const active: ReadonlyArray<StatusCategory> = ["open", "pending"]

/** The filters, order and page size of a ticket list. `me` is the calling member; a key is nobody. */
export const ticketQueryOf = (
  query: Query,
  options: {
    readonly after: TicketPosition | undefined
    readonly across: boolean
    readonly me: MemberId | undefined
  }
): Result.Result<TicketQuery, InvalidInput> => {
  const reader = new QueryReader(query)
  const statuses = reader.list("status")
  const isSpam = query["isSpam"] === "all" ? "all" : reader.flag("isSpam")
  const tagMode = query["tagMode"] === "all" ? "all" : reader.one("tagMode", ["any", "all"])
  const [brandId, brandIds] = options.across
    ? [reader.idList("brandId", "brand"), reader.idList("brandIds", "brand")]
    : []
  return reader.result<TicketQuery>({
    brandIds: brandId ?? brandIds,
    statuses: statuses?.filter((key) => key !== "active"),
    statusesOrCategories: statuses?.includes("active") === true ? active : undefined,
    statusCategories: reader.among("statusCategory", statusCategories),
    priorities: reader.among("priority", priorities),
    sources: reader.among("source", sources),
    origins: reader.among("origin", origins),
    assignees: assigneesIn(reader, options.me),
    customerIds: reader.idList("customerId", "customer"),
    customerEmail: reader.customerEmail("customerEmail"),
    companies: reader.idsOrNone("companyId", "company", ["null"]),
    categories: reader.idsOrNone("categoryId", "category", ["null"]),
    createdBy: reader.text("createdBy"),
    sourceId: reader.text("sourceId"),
    tagIds: reader.idList("tagIds", "tag"),
    tagMode,
    createdAfter: reader.instant("createdAfter"),
    createdBefore: reader.instant("createdBefore"),
    updatedAfter: reader.instant("updatedAfter"),
    updatedBefore: reader.instant("updatedBefore"),
    dueBefore: reader.instant("dueBefore"),
    hasAttachments: reader.flag("hasAttachments"),
    spam: isSpam === "all" ? "include" : isSpam === true ? "only" : "exclude",
    deleted: reader.shown("deleted"),
    merged: reader.shown("merged"),
    search: reader.words("search", 200),
    sort: reader.one("sort", ticketSorts) ?? "createdAt",
    order: reader.one("order", ["asc", "desc"]) ?? "desc",
    limit: reader.limit(25, 100),
    after: options.after
  })
}

/** `me` is the calling member. */
const assigneesIn = (reader: QueryReader, me: MemberId | undefined) => {
  const assignees = reader.idsOrNone("assigneeId", "member", ["null", "unassigned"], ["me"])
  if (assignees === undefined || reader.list("assigneeId")?.includes("me") !== true) return assignees
  if (me === undefined) return reader.refuse("assigneeId", "not_allowed", "can be me only for a signed-in member")
  return { ...assignees, ids: [...assignees.ids, me] }
}
