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
        search: textParameter("Part of the name, email address or phone number.", 200),
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
          "Newest first unless `sort` and `order` say otherwise; 25 per page, 100 at most. Each customer includes the number of their tickets. Deleted and merged customers are not included."
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
          "If a customer with this `email` or `externalId` exists, the response is 409 `already_exists`. You do not need this call to create a ticket: a ticket finds or creates its customer by address."
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
        description: "Searches names, email addresses, phone numbers and companies. Returns at most 20 customers."
      })
    ),
    HttpApiEndpoint.get("get", "/:customerId", { params: path, success: Customer, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a customer",
        description: "Deleted and merged customers return 404."
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
          "Omitted members keep their values; null clears optional members; `metadata` is replaced as a whole. With `If-Match`, only that version is changed."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:customerId", {
      params: path,
      success: Customer,
      error: [...write, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a customer",
        description: "The customer's tickets stay. A new message from the same address creates a new customer."
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
            "For one person who was recorded as several customers. This customer takes over what only the sources have: name, email address, phone number, company and `externalId`. `identities` and `metadata` are combined in the order of the sources, up to 16 KiB each. If any of them gets no email, this customer gets none. The sources are hidden, their `customer.updated` events carry `mergedIntoId`, they are signed out of the portal, and their conversations continue with this customer. All of this happens or none of it: if a source is deleted or was merged elsewhere (400), or this customer does not exist (404), nothing changes. The sources' tickets are then moved here, each with a `ticket.updated` event. The address that a ticket was written from becomes a participant, so email from it continues the ticket. From then on, anyone who writes, makes a request or enters the portal with a source's address is this customer. Replies go to this customer's own address, and the other address, which is listed in `identities` as `email`, participates in the ticket. Values that a source and this customer both have become free: you can give them to another customer. A merge cannot be undone. Tickets move one by one, in batches, so a merge of tens of thousands of tickets can take minutes. A ticket that has not moved yet names its former customer, but messages from that customer already go to this one. If a call is interrupted, send it again, with the same idempotency key or without: it finishes the remaining work. Otherwise the server finishes within minutes. At most 60 calls per minute."
        })
      )
      .annotate(CredentialLimits, ["bulk"]),
    HttpApiEndpoint.post("erase", "/:customerId/erase", {
      params: path,
      query: {
        confirm: flagParameter("`true` erases the customer. Otherwise the response only counts what would be erased.")
      },
      success: CustomerErasure,
      error: [...write, Forbidden, VersionConflict]
    })
      .annotate(CallersAllowed, permissions.purge)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Erase a customer",
          description:
            "Removes a person's data permanently, for example at their request. Works on deleted customers too. Erased before the response: name, email address, phone number, `externalId`, identities and `metadata`. From the response on, nothing more is sent to them: only a message that is on its way can still arrive. Erased within minutes: what they wrote and sent on their tickets (titles, texts, `customFields`, `metadata`, files, and the original messages in both directions), the same data of customers who were merged into them, and its traces in events and the audit log, which keep only ids. The tickets stay, with their number, dates, status, tags, assignee and everything your team wrote. Other customers' tickets that they participated in stay too. Subscribers get a `customer.updated` event with `erasedAt` and are expected to erase their copies. Requires an owner, an admin, or an API key that can access all brands."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/customers")
  .annotateMerge(OpenApi.annotations({ title: "customers", description: "The people who write to a brand." })) {}
