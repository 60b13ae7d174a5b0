import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { distinct } from "./documented.ts"
import { Color, clearable, lines, listOf, oneLine, optional, Place } from "./Fields.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"
import { Category } from "./TicketPayloads.ts"

const members = {
  color: optional(Color).annotate({ description: "Defaults to `#6366f1`." }),
  description: clearable(lines(500)),
  sortOrder: optional(Place).annotate({ description: "By default, the category goes last." })
}
const name = oneLine(100).annotate({ description: "Unique in the brand, ignoring case." })

export const CategoryCreate = Schema.Struct({ name, ...members }).annotate({ identifier: "CategoryCreate" })
export const CategoryUpdate = Schema.Struct({ name: optional(name), ...members }).annotate({
  identifier: "CategoryUpdate"
})
export const CategoryOrder = Schema.Struct({
  categoryIds: listOf(Schema.String, 500)
    .pipe(distinct)
    .annotate({ description: "All categories of the brand, each exactly once." })
}).annotate({ identifier: "CategoryOrder" })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, categoryId: idLike("cat") }

export class CategoriesApi extends HttpApiGroup.make("categories")
  .add(
    HttpApiEndpoint.get("list", "/", { params: brandPath, success: Schema.Array(Category), error: read }).annotateMerge(
      OpenApi.annotations({ summary: "List categories", description: "Sorted in the brand's order." })
    ),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: CategoryCreate,
      success: Category.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({ summary: "Create a category", description: "A brand can have 500 categories." })
      ),
    HttpApiEndpoint.get("stats", "/stats", {
      params: brandPath,
      success: Schema.Record(Schema.String, Schema.Struct({ ticketCount: Schema.Int })),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count the tickets of each category",
        description: "Keyed by category id. Tickets in the trash, merged tickets and spam are not counted."
      })
    ),
    HttpApiEndpoint.post("reorder", "/reorder", {
      params: brandPath,
      payload: CategoryOrder,
      success: Schema.Array(Category),
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Reorder the categories",
          description: "Sets the `sortOrder` of each category to its position in the list, starting at 0."
        })
      ),
    HttpApiEndpoint.get("get", "/:categoryId", { params: path, success: Category, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a category",
        description: "Returns its name and appearance. `GET …/categories/stats` counts its tickets."
      })
    ),
    HttpApiEndpoint.patch("update", "/:categoryId", {
      params: path,
      payload: CategoryUpdate,
      success: Category,
      error: [...write, AlreadyExists]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a category",
          description:
            "Omitted members keep their values. The change shows on its tickets immediately; it does not change their versions and emits no events."
        })
      ),
    HttpApiEndpoint.delete("delete", "/:categoryId", { params: path, success: Success, error: write })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete a category",
          description: "Its tickets are left without a category. This emits no events."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId/categories")
  .annotateMerge(
    OpenApi.annotations({ title: "categories", description: "The topics that a brand's tickets are about." })
  ) {}
