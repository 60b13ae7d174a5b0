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
        search: textParameter("Part of the name or email domain.", 200),
        ...ordering(companySorts),
        ...paging
      },
      success: pageOf(CompanyDetail),
      error: [...read, InvalidCursor]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List companies",
        description: "25 per page by default, 100 at most."
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
          "From now on, new customers with the company's email domain are linked to it. Existing customers keep the company they have, or none."
      })
    ),
    HttpApiEndpoint.get("get", "/:companyId", { params: path, success: CompanyDetail, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a company",
        description: "Includes the number of its customers and the newest 100 of them."
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
        description:
          "A new email domain applies to customers created from then on. It does not link or unlink existing customers."
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
          "Returns the company as it was. Its customers stay, without a company. Their versions do not change, and no events are emitted."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/companies")
  .annotateMerge(
    OpenApi.annotations({
      title: "companies",
      description: "The companies that a brand's customers work for, recognized by email domain."
    })
  ) {}
