import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { customerSorts } from "../domain/CustomerQuery.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  LimitReached,
  NotFound,
  VersionConflict
} from "../domain/Problems.ts"
import { Access, CallersAllowed, CredentialLimits } from "./Access.ts"
import { Customer, CustomerCreate, CustomerErasure, CustomerMerge, CustomerUpdate } from "./CustomerPayloads.ts"
import { flagParameter, idsParameter, ordering, paging, requiredText, textParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, pageOf } from "./Shapes.ts"

const read = [NotFound, InvalidInput, DatabaseUnavailable]
const write = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, customerId: idLike("cus") }

export class CustomersApi extends HttpApiGroup.make("customers")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: brandPath,
      query: {
        search: textParameter("Part of the name, address or phone number.", 200),
        companyId: idsParameter("Company ids; `null` for none.", "company", "null"),
        externalId: textParameter("Exactly this `externalId`."),
        ...ordering(customerSorts),
        ...paging
      },
      success: pageOf(Customer),
      error: [...read, InvalidCursor]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List customers",
        description:
          "Newest first unless `sort` and `order` say otherwise, 25 to a page and at most 100, each with the number of its tickets. Deleted and merged ones are left out."
      })
    ),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: CustomerCreate,
      success: Customer.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a customer",
        description:
          "Who is there with the same `email` or `externalId` is answered 409 `already_exists`; a ticket for that address finds them by itself."
      })
    ),
    HttpApiEndpoint.get("search", "/search", {
      params: brandPath,
      query: { q: requiredText("2 to 200 characters.", 2, 200) },
      success: Schema.Array(Customer),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Search customers",
        description: "At most 20, by name, address, phone or company."
      })
    ),
    HttpApiEndpoint.get("get", "/:customerId", { params: path, success: Customer, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a customer",
        description: "Deleted customers and those that were merged into others are not found."
      })
    ),
    HttpApiEndpoint.patch("update", "/:customerId", {
      params: path,
      payload: CustomerUpdate,
      success: Customer,
      error: [...write, AlreadyExists, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a customer",
        description:
          "Members left out stay as they are; null clears optional ones, and `metadata` is replaced as a whole. With `If-Match`, only that version."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:customerId", {
      params: path,
      success: Customer,
      error: [...write, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a customer",
        description: "The customer's tickets stay; a new message from the address makes a new customer."
      })
    ),
    HttpApiEndpoint.post("merge", "/:customerId/merge", {
      params: path,
      payload: CustomerMerge,
      success: Customer,
      error: [...write, VersionConflict, LimitReached]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Merge customers into this one",
          description:
            "For one person who was taken for several. This customer gets what only the sources had: name, address where there was none, telephone number, company, `externalId`, and of identities and `metadata`, beside the own, what fits into 16 KiB each, in the order of the sources; who wanted no mail gets none. With that the sources are hidden, with `mergedIntoId` in their `customer.updated`, and are signed out of the portal, and their conversations go on here: all or nothing. When a source is deleted or was merged elsewhere (400), or this customer is not there (404), nothing is done. Then the sources' tickets move here, each with its `ticket.updated`; the address that a ticket was written from takes part in it, so that mail from there goes on in it. Whoever writes from a source's address, asks by it or is let into the portal by it is this customer from then on; answers go to this customer's own address, and the other takes part in the ticket. It is among the `identities`, as `email`. What a source had and this customer has too becomes free all the same: create a customer with it, or give it to another, and it is theirs. Nothing takes a merge back. Each ticket is changed by itself, as many at a time as one commit takes: of customers with tens of thousands of tickets, allow the call minutes. Until it is moved, a ticket names its former customer, whose messages go to this one already. A call that was cut off is sent again, with the same idempotency key or without, and does what is left; what nobody asks for again is done within minutes. At most 60 calls a minute."
        })
      )
      .annotate(CredentialLimits, ["bulk"]),
    HttpApiEndpoint.post("erase", "/:customerId/erase", {
      params: path,
      query: { confirm: flagParameter("`true` erases; without it, only what would be erased is counted.") },
      success: CustomerErasure,
      error: [...write, Forbidden, VersionConflict]
    })
      .annotate(CallersAllowed, permissions.purge)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Erase a customer",
          description:
            "Removes a person for good, as somebody may ask of you who was your customer, also one who was deleted before. With the answer: name, address, telephone number, `externalId`, identities and `metadata`. Within minutes: what they wrote and sent on their tickets (titles, texts, `customFields`, `metadata`, files, messages as they came and as they went), the same of customers who were merged into them, and what events and the audit log tell of it, which keep ids. Tickets stay, with number, dates, status, tags, assignee and what your team wrote; so do tickets of other customers in which they took part. Subscribers get `customer.updated` with `erasedAt`, and are to do the same. Only owners, admins, and keys that reach all brands."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/customers")
  .annotateMerge(OpenApi.annotations({ title: "customers", description: "The people who write to a brand." })) {}
