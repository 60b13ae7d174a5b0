import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  NotFound,
  TicketMerged,
  VersionConflict
} from "../domain/Problems.ts"
import { ticketSorts } from "../domain/TicketQuery.ts"
import { Access } from "./Access.ts"
import { brandPath, idLike, pageOf, paging, parameter, parameters } from "./Shapes.ts"
import { Ticket, TicketCreate, TicketCreateAcross, TicketUpdate } from "./TicketPayloads.ts"

const create = [NotFound, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress, DatabaseUnavailable]
const change = [...create, TicketMerged, VersionConflict]

const filters = {
  status: parameters("Status keys; `active` means open and pending."),
  statusCategory: parameters("open, pending, resolved, closed."),
  priority: parameters("low, normal, medium, high, urgent."),
  source: parameters("Channels, fine: api, web, email, slack, sms, …"),
  origin: parameters("Channels, coarse: api, email, chat, sms, custom."),
  assigneeId: parameters("Member ids; `null` or `unassigned` for nobody."),
  customerId: parameters("Customer ids."),
  customerEmail: parameter("The customer's address, in any case."),
  companyId: parameters("Company ids; `null` for none."),
  categoryId: parameters("Category ids; `null` for none."),
  createdBy: parameter("Exactly this `createdBy`."),
  sourceId: parameter("Exactly this `sourceId`."),
  tagIds: parameters("Tickets with any of these tags."),
  tagMode: parameter("`all`: tickets with all of `tagIds`."),
  createdAfter: parameter("Created at this time or later."),
  createdBefore: parameter("Created before this time."),
  updatedAfter: parameter("Updated at this time or later."),
  updatedBefore: parameter("Updated before this time."),
  dueBefore: parameter("Due before this time."),
  hasAttachments: parameter("true or false."),
  isSpam: parameter("true or false; `all` shows both. Without it, spam is hidden."),
  deleted: parameter("exclude (default), include or only."),
  merged: parameter("exclude (default), include or only."),
  search: parameter("Words in title, body, customer and number; all must occur, word starts match."),
  sort: parameter(`${ticketSorts.join(", ")}; createdAt when left out.`),
  order: parameter("desc (default) or asc."),
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
    }).annotateMerge(OpenApi.annotations({ summary: "List a brand's tickets" })),
    HttpApiEndpoint.get("get", `${inBrand}/:ticketId`, {
      params: path,
      query: { deleted: parameter("`include` also finds a ticket in the trash.") },
      success: Ticket,
      error: [NotFound, InvalidInput, DatabaseUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Get a ticket" })),
    HttpApiEndpoint.patch("update", `${inBrand}/:ticketId`, {
      params: path,
      payload: TicketUpdate,
      success: Ticket,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a ticket",
        description: "Members left out stay as they are; null clears optional ones. With `If-Match`, only that version."
      })
    ),
    HttpApiEndpoint.delete("delete", `${inBrand}/:ticketId`, {
      params: path,
      query: { permanent: parameter("Deleting for good is not offered yet: `true` is refused.") },
      success: Ticket,
      error: change
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a ticket",
        description: "Moves it to the trash, where it stays for 30 days."
      })
    ),
    HttpApiEndpoint.post("restore", `${inBrand}/:ticketId/restore`, {
      params: path,
      success: Ticket,
      error: change
    }).annotateMerge(OpenApi.annotations({ summary: "Restore a ticket from the trash" })),
    HttpApiEndpoint.post("createAcross", "/tickets", {
      payload: TicketCreateAcross,
      success: Ticket.pipe(HttpApiSchema.status(201)),
      error: create
    }).annotateMerge(OpenApi.annotations({ summary: "Create a ticket, naming the brand in the body" })),
    HttpApiEndpoint.get("listAcross", "/tickets", {
      query: { ...filters, brandId: parameters("Brand ids."), brandIds: parameters("Same as `brandId`.") },
      success: pageOf(Ticket),
      error: [InvalidInput, InvalidCursor, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({ summary: "List tickets across brands", description: "Every ticket carries its `brand`." })
    )
  )
  .middleware(Access)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "tickets", description: "Customers' requests." })) {}
