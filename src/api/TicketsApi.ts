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
  status: textsParameter("Status keys; `active` means open and pending."),
  statusCategory: choices("Categories of statuses.", statusCategories),
  priority: choices("Priorities.", priorities),
  source: choices("Channels, fine.", sources),
  origin: choices("Channels, coarse.", origins),
  assigneeId: idsParameter(
    "Member ids; `me` for the signed-in member, `null` or `unassigned` for nobody.",
    "member",
    "me",
    "null",
    "unassigned"
  ),
  customerId: idsParameter("Customer ids.", "customer"),
  customerEmail: textParameter("The customer's address, in any case."),
  companyId: idsParameter("Company ids; `null` for none.", "company", "null"),
  categoryId: idsParameter("Category ids; `null` for none.", "category", "null"),
  createdBy: textParameter("Exactly this `createdBy`."),
  sourceId: textParameter("Exactly this `sourceId`."),
  tagIds: idsParameter("Tickets with any of these tags.", "tag"),
  tagMode: choice("`all`: tickets with all of `tagIds`.", ["any", "all"], "any"),
  createdAfter: momentParameter("Created at this time or later."),
  createdBefore: momentParameter("Created before this time."),
  updatedAfter: momentParameter("Updated at this time or later."),
  updatedBefore: momentParameter("Updated before this time."),
  dueBefore: momentParameter("Due before this time."),
  hasAttachments: filterParameter("Only tickets with files, or only those without."),
  isSpam: flagOrAll("`true` shows spam alone, `all` shows it among the others. Without it, spam is hidden."),
  deleted: choice("What of the trash is shown.", shownMarks, "exclude"),
  merged: choice("What of tickets that were merged away is shown.", shownMarks, "exclude"),
  search: textParameter("Words in title, body, customer and number; all must occur, word starts match.", 200),
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
        description: "Opens a ticket for a customer, who is made when the address is new to the brand."
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
          "Newest first unless `sort` and `order` say otherwise, 25 to a page and at most 100. Filters narrow each other down; of several values of one, any may hold. Spam, deleted and merged tickets are left out unless `isSpam`, `deleted` or `merged` ask for them."
      })
    ),
    HttpApiEndpoint.get("get", `${inBrand}/:ticketId`, {
      params: path,
      query: { deleted: choice("`include` also finds a ticket in the trash.", ["exclude", "include"], "exclude") },
      success: Ticket,
      error: [NotFound, InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a ticket",
        description:
          "With its customer. One in the trash is found with `deleted=include` only; one that was merged names in `mergedIntoId` where it went."
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
        description: "Members left out stay as they are; null clears optional ones. With `If-Match`, only that version."
      })
    ),
    HttpApiEndpoint.delete("delete", `${inBrand}/:ticketId`, {
      params: path,
      query: { permanent: flagParameter("Removes it for good, with its comments and files.") },
      success: Ticket,
      error: [...change, Forbidden]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a ticket",
        description:
          "Moves it to the trash, where it stays for 30 days; one that is there already answers the same. With `permanent=true`, from the trash or not, its rows and files are removed at once, and its earlier events keep ids only (`data.purged: true`). That needs an API key that reaches all brands, or the session of an owner or admin."
      })
    ),
    HttpApiEndpoint.post("restore", `${inBrand}/:ticketId/restore`, {
      params: path,
      success: Ticket,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Restore a ticket from the trash",
        description: "As it was, with its comments and files. One that is not in the trash answers the same."
      })
    ),
    HttpApiEndpoint.post("spam", `${inBrand}/:ticketId/spam`, {
      params: path,
      payload: SpamMark,
      success: Ticket,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Mark a ticket as spam, or take that back",
        description:
          "The status stays as it is. New tickets of a blocked customer are marked as spam from the start, and nothing is answered automatically."
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
            "Comments, files and watchers of the sources move here and keep their ids and dates; what each source was opened with becomes a comment here, at its time, with the source in `sourceData.mergedFromId`. The customer of this ticket can read all that is public of it. Later messages for the sources come here. Tags and participants are united, the customers of the sources take part, and of custom fields those of this ticket stay. The sources are closed as `duplicate`, name this ticket in `mergedIntoId` and take no more writes. All or nothing: when a source is deleted or merged elsewhere, or together they have more than 50 tags, 100 participants, 50 watchers, 10,000 comments or 500 files, nothing is merged. At most 60 calls a minute."
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
          summary: "Do one thing to many tickets",
          description:
            "The action and its arguments are checked before anything is done; then each ticket is changed on its own, in the order given, and the answer tells what became of each. A ticket that cannot be changed does not hold up the others. With `Idempotency-Key`, a call that was cut off is sent again and does what is left. At most 60 calls a minute."
        })
      )
      .annotate(CredentialLimits, ["bulk"]),
    HttpApiEndpoint.get("stats", "/tickets/stats", {
      query: { brandIds: idsParameter("Brand ids; all brands when left out.", "brand") },
      success: TicketStats,
      error: [InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count tickets",
        description: "By the category of their status; deleted and merged tickets are not counted."
      })
    ),
    HttpApiEndpoint.post("createAcross", "/tickets", {
      payload: TicketCreateAcross,
      success: Ticket.pipe(HttpApiSchema.status(201)),
      error: create
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a ticket, naming the brand in the body",
        description: "The same as below the brand's own path, for programs that work with many brands."
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
      OpenApi.annotations({ summary: "List tickets across brands", description: "Every ticket carries its `brand`." })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "tickets", description: "Customers' requests." })) {}
