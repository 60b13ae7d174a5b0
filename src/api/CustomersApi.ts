import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { customerSorts } from "../domain/CustomerQuery.ts"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  NotFound,
  VersionConflict
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { Customer, CustomerCreate, CustomerUpdate } from "./CustomerPayloads.ts"
import { idsParameter, ordering, paging, requiredText, textParameter } from "./Parameters.ts"
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
        companyId: idsParameter("Company ids; `null` for none.", "company"),
        externalId: textParameter("Exactly this `externalId`."),
        ...ordering(customerSorts),
        ...paging
      },
      success: pageOf(Customer),
      error: [...read, InvalidCursor]
    }).annotateMerge(OpenApi.annotations({ summary: "List customers" })),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: CustomerCreate,
      success: Customer.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists]
    }).annotateMerge(OpenApi.annotations({ summary: "Create a customer" })),
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
      OpenApi.annotations({ summary: "Get a customer" })
    ),
    HttpApiEndpoint.patch("update", "/:customerId", {
      params: path,
      payload: CustomerUpdate,
      success: Customer,
      error: [...write, AlreadyExists, VersionConflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Change a customer" })),
    HttpApiEndpoint.delete("delete", "/:customerId", {
      params: path,
      success: Customer,
      error: [...write, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a customer",
        description: "The customer's tickets stay; a new message from the address makes a new customer."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/customers")
  .annotateMerge(OpenApi.annotations({ title: "customers", description: "The people who write to a brand." })) {}
