import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AttachmentInUse,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  LimitReached,
  MergeNotPossible,
  NotFound,
  TicketMerged,
  VersionConflict
} from "../domain/Problems.ts"
import { statusCategories } from "../domain/Status.ts"
import { origins, priorities, sources } from "../domain/Ticket.ts"
import { shownMarks, ticketSorts } from "../domain/TicketQuery.ts"
import { Access, CallersAllowed, CredentialLimits } from "./Access.ts"
import {
  choice,
  choices,
  emailParameter,
  filterParameter,
  flagOrAll,
  flagParameter,
  idsParameter,
  momentParameter,
  ordering,
  paging,
  textParameter,
  textsParameter
} from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, pageOf } from "./Shapes.ts"
import { BulkAction, BulkAnswer, Merge, MergedTicket, SpamMark, TicketStats } from "./TicketOperationPayloads.ts"
import { Ticket, TicketCreate, TicketCreateAcross, TicketUpdate } from "./TicketPayloads.ts"

const write = [NotFound, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress, DatabaseUnavailable]
const create = [...write, AttachmentInUse, LimitReached]
const change = [...write, TicketMerged, VersionConflict]

const filters = {
  status: textsParameter("Status keys. `active` means open and pending."),
  statusCategory: choices("Status categories.", statusCategories),
  priority: choices("Priorities.", priorities),
  source: choices("Channels (fine-grained).", sources),
  origin: choices("Channels (coarse).", origins),
  assigneeId: idsParameter(
    "Member ids. `me` for the signed-in member, `null` or `unassigned` for none.",
    "member",
    "me",
    "null",
    "unassigned"
  ),
  customerId: idsParameter("Customer ids.", "customer"),
  customerEmail: emailParameter("The customer's email address, ignoring case."),
  companyId: idsParameter("Company ids. `null` for none.", "company", "null"),
  categoryId: idsParameter("Category ids. `null` for none.", "category", "null"),
  createdBy: textParameter("Exactly this `createdBy`."),
  sourceId: textParameter("Exactly this `sourceId`."),
  tagIds: idsParameter("Tickets with any of these tags.", "tag"),
  tagMode: choice("`all`: only tickets with all of `tagIds`.", ["any", "all"], "any"),
  createdAfter: momentParameter("Created at this time or later."),
  createdBefore: momentParameter("Created before this time."),
  updatedAfter: momentParameter("Updated at this time or later."),
  updatedBefore: momentParameter("Updated before this time."),
  dueBefore: momentParameter("Due before this time."),
  hasAttachments: filterParameter("`true`: only tickets with files. `false`: only tickets without."),
  isSpam: flagOrAll("`true` shows only spam, `all` includes it. By default, spam is hidden."),
  deleted: choice("Whether to show tickets in the trash.", shownMarks, "exclude"),
  merged: choice("Whether to show merged tickets.", shownMarks, "exclude"),
  search: textParameter(
    "Words in the title, body, customer and number. All must occur, at least as the beginning of a word.",
    200
  ),
  ...ordering(ticketSorts),
  ...paging
}

const path = { ...brandPath, ticketId: idLike("tkt") }
const inBrand = "/brands/:brandId/tickets" as const

export class TicketsApi extends HttpApiGroup.make("tickets")
  .add(
    HttpApiEndpoint.post("create", inBrand, {
      params: brandPath,
      payload: TicketCreate,
      success: Ticket.pipe(HttpApiSchema.status(201)),
      error: create
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a ticket",
        description: "Opens a ticket for a customer. If the brand does not know the address, the customer is created."
      })
    ),
    HttpApiEndpoint.get("list", inBrand, {
      params: brandPath,
      query: filters,
      success: pageOf(Ticket),
      error: [NotFound, InvalidInput, InvalidCursor, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a brand's tickets",
        description:
          "Newest first unless `sort` and `order` say otherwise; 25 per page, 100 at most. A ticket must match every filter, and any one of the values within a filter. Spam, deleted and merged tickets are omitted unless you ask for them with `isSpam`, `deleted` or `merged`."
      })
    ),
    HttpApiEndpoint.get("get", `${inBrand}/:ticketId`, {
      params: path,
      query: { deleted: choice("`include` also returns a ticket in the trash.", ["exclude", "include"], "exclude") },
      success: Ticket,
      error: [NotFound, InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a ticket",
        description:
          "Includes its customer. A ticket in the trash is returned only with `deleted=include`. A merged ticket names its target in `mergedIntoId`."
      })
    ),
    HttpApiEndpoint.patch("update", `${inBrand}/:ticketId`, {
      params: path,
      payload: TicketUpdate,
      success: Ticket,
      error: [...change, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a ticket",
        description:
          "Omitted members keep their values; null clears optional members. With `If-Match`, only that version is changed."
      })
    ),
    HttpApiEndpoint.delete("delete", `${inBrand}/:ticketId`, {
      params: path,
      query: { permanent: flagParameter("Deletes it permanently, with its comments and files.") },
      success: Ticket,
      error: [...change, Forbidden]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a ticket",
        description:
          "Moves the ticket to the trash, where it stays for 30 days. If it is already there, the response is the same. With `permanent=true`, its rows and files are removed immediately, whether or not it is in the trash, and its earlier events keep only ids (`data.purged: true`). That requires an API key that can access all brands, or the session of an owner or admin."
      })
    ),
    HttpApiEndpoint.post("restore", `${inBrand}/:ticketId/restore`, {
      params: path,
      success: Ticket,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Restore a ticket from the trash",
        description:
          "The ticket returns as it was, with its comments and files. If it is not in the trash, the response is the same."
      })
    ),
    HttpApiEndpoint.post("spam", `${inBrand}/:ticketId/spam`, {
      params: path,
      payload: SpamMark,
      success: Ticket,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Mark or unmark a ticket as spam",
        description:
          "The status does not change. New tickets from a blocked customer are marked as spam, and get no automatic replies."
      })
    ),
    HttpApiEndpoint.post("merge", `${inBrand}/:ticketId/merge`, {
      params: path,
      payload: Merge,
      success: MergedTicket,
      error: [...change.filter((error) => error !== TicketMerged), MergeNotPossible, LimitReached]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Merge tickets into this one",
          description:
            "Moves the sources' comments, files and watchers here, with their ids and dates. The original message of each source becomes a comment here, at its original time, with the source in `sourceData.mergedFromId`. This ticket's customer can read all public comments. Later messages for the sources arrive here. Tags and participants are combined, the sources' customers become participants, and custom fields stay as they are on this ticket. The sources are closed as `duplicate`, name this ticket in `mergedIntoId` and can no longer be changed. Nothing is merged if a source is deleted or was merged elsewhere, or if the tickets together have more than 50 tags, 100 participants, 50 watchers, 10,000 comments or 500 files. At most 60 calls per minute."
        })
      )
      .annotate(CredentialLimits, ["bulk"]),
    HttpApiEndpoint.post("bulk", `${inBrand}/bulk`, {
      params: brandPath,
      payload: BulkAction,
      success: BulkAnswer,
      error: write
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change many tickets",
          description:
            "Applies one action to many tickets. The action and its arguments are validated first. Then each ticket is changed separately, in the given order, and the response lists the result for each. A ticket that cannot be changed does not stop the others. If a call is interrupted, send it again with the same `Idempotency-Key` to finish it. At most 60 calls per minute."
        })
      )
      .annotate(CredentialLimits, ["bulk"]),
    HttpApiEndpoint.get("stats", "/tickets/stats", {
      query: { brandIds: idsParameter("Brand ids. Defaults to all brands.", "brand") },
      success: TicketStats,
      error: [InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count tickets",
        description: "Counted by status category. Deleted and merged tickets are not counted."
      })
    ),
    HttpApiEndpoint.post("createAcross", "/tickets", {
      payload: TicketCreateAcross,
      success: Ticket.pipe(HttpApiSchema.status(201)),
      error: create
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a ticket with the brand in the body",
        description: "Same as creating a ticket under the brand's path, for programs that work with many brands."
      })
    ),
    HttpApiEndpoint.get("listAcross", "/tickets", {
      query: {
        ...filters,
        brandId: idsParameter("Brand ids.", "brand"),
        brandIds: idsParameter("Same as `brandId`.", "brand")
      },
      success: pageOf(Ticket),
      error: [InvalidInput, InvalidCursor, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({ summary: "List tickets across brands", description: "Each ticket includes its `brand`." })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "tickets", description: "Customers' requests." })) {}
