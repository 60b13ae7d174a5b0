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

const name = oneLine(100).annotate({ description: "Unique in the brand, whatever its case." })
const color = optional(Color).annotate({ description: "`#6366f1` when left out." })

export const TagCreate = Schema.Struct({ name, color }).annotate({ identifier: "TagCreate" })
export const TagUpdate = Schema.Struct({ name: optional(name), color: optional(Color) }).annotate({
  identifier: "TagUpdate"
})
export const TagMerge = Schema.Struct({
  sourceTagIds: someOf(Schema.String, 100).annotate({
    description: "1 to 100 other tags of the brand, which disappear."
  })
}).annotate({ identifier: "TagMerge" })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, tagId: idLike("tag") }

export class TagsApi extends HttpApiGroup.make("tags")
  .add(
    HttpApiEndpoint.get("list", "/", { params: brandPath, success: Schema.Array(Tag), error: read }).annotateMerge(
      OpenApi.annotations({ summary: "List tags", description: "All of the brand, by name." })
    ),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: TagCreate,
      success: Tag.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a tag",
        description:
          "A brand has at most 5,000 tags. Tags also come into being where a ticket is given one by a new name."
      })
    ),
    HttpApiEndpoint.get("stats", "/stats", {
      params: brandPath,
      success: Schema.Record(Schema.String, Schema.Struct({ ticketCount: Schema.Int })),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count the tickets of each tag",
        description: "By tag id, tickets in the trash, merged tickets and spam left out."
      })
    ),
    HttpApiEndpoint.get("get", "/:tagId", { params: path, success: Tag, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a tag",
        description: "Its name and looks; `GET …/tags/stats` counts its tickets."
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
        description: "It shows on the tickets at once; their versions stay as they are, and no events tell of it."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:tagId", { params: path, success: Success, error: write }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a tag",
        description: "Takes it from its tickets; their versions stay as they are, and no events tell of it."
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
          "The tickets of the sources get this tag instead, and the sources disappear, all or none. The tickets' versions stay as they are, and no events tell of it."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tags")
  .annotateMerge(
    OpenApi.annotations({ title: "tags", description: "Words that a brand's tickets are marked with." })
  ) {}
