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
import { Color, oneLine, optional, someOf } from "./Fields.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"
import { Tag } from "./TicketPayloads.ts"

const name = oneLine(100).annotate({ description: "Unique in the brand, ignoring case." })
const color = optional(Color).annotate({ description: "Defaults to `#6366f1`." })

export const TagCreate = Schema.Struct({ name, color }).annotate({ identifier: "TagCreate" })
export const TagUpdate = Schema.Struct({ name: optional(name), color: optional(Color) }).annotate({
  identifier: "TagUpdate"
})
export const TagMerge = Schema.Struct({
  sourceTagIds: someOf(Schema.String, 100).annotate({
    description: "1 to 100 other tags of the brand, which are deleted."
  })
}).annotate({ identifier: "TagMerge" })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, tagId: idLike("tag") }

export class TagsApi extends HttpApiGroup.make("tags")
  .add(
    HttpApiEndpoint.get("list", "/", { params: brandPath, success: Schema.Array(Tag), error: read }).annotateMerge(
      OpenApi.annotations({ summary: "List tags", description: "Returns all tags of the brand, sorted by name." })
    ),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: TagCreate,
      success: Tag.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a tag",
        description: "A brand can have 5,000 tags. Tags are also created when a ticket is given a tag with a new name."
      })
    ),
    HttpApiEndpoint.get("stats", "/stats", {
      params: brandPath,
      success: Schema.Record(Schema.String, Schema.Struct({ ticketCount: Schema.Int })),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count the tickets of each tag",
        description: "Keyed by tag id. Tickets in the trash, merged tickets and spam are not counted."
      })
    ),
    HttpApiEndpoint.get("get", "/:tagId", { params: path, success: Tag, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a tag",
        description: "Returns its name and appearance. `GET …/tags/stats` counts its tickets."
      })
    ),
    HttpApiEndpoint.patch("update", "/:tagId", {
      params: path,
      payload: TagUpdate,
      success: Tag,
      error: [...write, AlreadyExists]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a tag",
        description:
          "The change shows on its tickets immediately; it does not change their versions and emits no events."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:tagId", { params: path, success: Success, error: write }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a tag",
        description: "Removes it from its tickets. Their versions do not change, and no events are emitted."
      })
    ),
    HttpApiEndpoint.post("merge", "/:tagId/merge", {
      params: path,
      payload: TagMerge,
      success: Tag,
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Merge tags",
        description:
          "The sources' tickets get this tag instead, and the sources are deleted: all of them or none. The tickets' versions do not change, and no events are emitted."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tags")
  .annotateMerge(OpenApi.annotations({ title: "tags", description: "Labels for a brand's tickets." })) {}
