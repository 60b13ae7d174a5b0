import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  NotFound,
  VersionConflict
} from "../domain/Problems.ts"
import { shownMarks } from "../domain/TicketQuery.ts"
import { Access, AnswerHeaders, CallersAllowed } from "./Access.ts"
import { Brand, BrandContents, BrandCreate, BrandUpdate, TicketSchema } from "./BrandPayloads.ts"
import { choice, flagParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { AnyObject, brandPath, Success } from "./Shapes.ts"

const read = [NotFound, DatabaseUnavailable]
const write = [...read, IdempotencyKeyReused, IdempotencyInProgress]

export class BrandsApi extends HttpApiGroup.make("brands")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        deleted: choice("Whether to show deleted brands that can still be restored.", shownMarks, "exclude")
      },
      success: Schema.Array(Brand),
      error: [InvalidInput, Forbidden, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List brands",
        description:
          "Returns the brands that the caller can access, sorted by name. `deleted=only` returns those deleted within the last 30 days, the most recent first; `deleted=include` returns both, sorted by name. Both need permission to restore brands. Deleted brands have `deletedAt`."
      })
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: BrandCreate,
      success: Brand.pipe(HttpApiSchema.status(201)),
      error: [...write, InvalidInput, AlreadyExists]
    })
      .annotate(CallersAllowed, permissions.createBrands)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a brand",
          description: "The brand has the four system statuses and an email address that works immediately."
        })
      ),
    HttpApiEndpoint.get("get", "/:brandId", { params: brandPath, success: Brand, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a brand",
        description: "Includes its settings. A deleted brand returns 404."
      })
    ),
    HttpApiEndpoint.patch("update", "/:brandId", {
      params: brandPath,
      payload: BrandUpdate,
      success: Brand,
      error: [...write, InvalidInput, AlreadyExists, VersionConflict]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a brand",
          description:
            "Omitted members keep their values; null clears optional members. Objects are replaced as a whole."
        })
      ),
    HttpApiEndpoint.delete("delete", "/:brandId", {
      params: brandPath,
      query: {
        confirm: flagParameter("`true` deletes the brand. Otherwise the response only counts what would be deleted.")
      },
      success: [Success, BrandContents],
      error: [...write, Forbidden, InvalidInput, VersionConflict]
    })
      .annotate(CallersAllowed, permissions.deleteBrands)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete a brand",
          description:
            "With `confirm=true`, the brand is hidden immediately and purged after 30 days unless you restore it. A session must have signed in within the last 15 minutes; otherwise the response is 403 `forbidden` with `recent_sign_in` in `required`."
        })
      ),
    HttpApiEndpoint.post("restore", "/:brandId/restore", {
      params: brandPath,
      success: Brand,
      error: [...write, AlreadyExists]
    })
      .annotate(CallersAllowed, permissions.deleteBrands)
      .annotateMerge(
        OpenApi.annotations({ summary: "Restore a brand", description: "Possible for 30 days after the deletion." })
      ),
    HttpApiEndpoint.get("getSchema", "/:brandId/schema", {
      params: brandPath,
      success: AnyObject,
      error: read
    })
      .annotate(AnswerHeaders, ["ETag"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get the ticket schema",
          description: "The brand's own description of its tickets, or `{}` if none is set. It is not enforced."
        })
      ),
    HttpApiEndpoint.put("putSchema", "/:brandId/schema", {
      params: brandPath,
      payload: TicketSchema,
      success: AnyObject,
      error: [...write, InvalidInput, AlreadyExists, VersionConflict]
    })
      .annotate(AnswerHeaders, ["ETag"])
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Replace the ticket schema",
          description: "Accepts any JSON object of at most 64 KiB."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands")
  .annotateMerge(
    OpenApi.annotations({ title: "brands", description: "Workspaces in the account, each with its own queue." })
  ) {}
