import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { companySorts } from "../domain/CompanyQuery.ts"
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
import { CompanyCreate, CompanyDetail, CompanyUpdate } from "./CompanyPayloads.ts"
import { ordering, paging, textParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, pageOf } from "./Shapes.ts"

const read = [NotFound, InvalidInput, DatabaseUnavailable]
const write = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, companyId: idLike("com") }

export class CompaniesApi extends HttpApiGroup.make("companies")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: brandPath,
      query: {
        search: textParameter("Part of the name or mail domain.", 200),
        ...ordering(companySorts),
        ...paging
      },
      success: pageOf(CompanyDetail),
      error: [...read, InvalidCursor]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List companies",
        description: "25 per page unless `limit` says otherwise, at most 100."
      })
    ),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: CompanyCreate,
      success: CompanyDetail.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a company",
        description:
          "From now on, customers who are new and have its mail domain are linked to it. Customers who are there already keep the company that they have, or none."
      })
    ),
    HttpApiEndpoint.get("get", "/:companyId", { params: path, success: CompanyDetail, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a company",
        description: "With the number of its customers, and the newest 100 of them."
      })
    ),
    HttpApiEndpoint.patch("update", "/:companyId", {
      params: path,
      payload: CompanyUpdate,
      success: CompanyDetail,
      error: [...write, AlreadyExists, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a company",
        description: "Another mail domain counts for customers who are new from then on; it links or unlinks nobody."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:companyId", {
      params: path,
      success: CompanyDetail,
      error: [...write, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a company",
        description:
          "Answers the company as it was. Its customers stay, without a company; their versions stay as they are, and no events tell of it."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/companies")
  .annotateMerge(
    OpenApi.annotations({ title: "companies", description: "Where a brand's customers work, by their mail domain." })
  ) {}
