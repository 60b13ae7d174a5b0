import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound,
  SystemRecord
} from "../domain/Problems.ts"
import { customStatusCategories, statusCategories } from "../domain/Status.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { distinct } from "./documented.ts"
import { Color, clearable, lines, listOf, matching, oneLine, optional, Place } from "./Fields.ts"
import { fitsOneOf, is, no } from "./fitsOneOf.ts"
import { flagParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"
import { Status } from "./TicketPayloads.ts"

const key = matching(
  /^[a-z][a-z0-9_]{0,49}$/,
  "must be 1 to 50 lower-case letters, digits and underscores, and begin with a letter"
)
const members = {
  customerName: optional(oneLine(100)).annotate({
    description: "The name shown in the portal. Until you set it, it follows `name`."
  }),
  color: optional(Color).annotate({ description: "Defaults to the colour of the category's system status." }),
  description: clearable(lines(500)),
  sortOrder: optional(Place).annotate({ description: "By default, the status goes last." }),
  isDefault: optional(Schema.Boolean).annotate({
    description:
      "The status of new tickets and of tickets after a customer's reply. One per brand, in the category open."
  })
}

export const StatusCreate = Schema.Struct({
  name: oneLine(100),
  category: Schema.Literals(customStatusCategories),
  key: optional(key).annotate({
    description:
      "Identifies the status in tickets and filters; unique in the brand. By default it is made from the name. It cannot change and cannot be `active` or `all`."
  }),
  ...members
})
  .pipe(fitsOneOf({ isDefault: no }, { category: is("open") }))
  .annotate({ identifier: "StatusCreate" })
export const StatusUpdate = Schema.Struct({
  name: optional(oneLine(100)),
  category: optional(Schema.Literals(statusCategories)).annotate({
    description:
      "Cannot change for a system status, and cannot become closed. Tickets with the status, at most 20,000, change with it, without events."
  }),
  isActive: optional(Schema.Boolean).annotate({ description: "Whether tickets can be given this status." }),
  ...members
}).annotate({ identifier: "StatusUpdate" })
export const StatusOrder = Schema.Struct({
  statusIds: listOf(Schema.String, 50).pipe(distinct).annotate({
    description: "All active statuses of the brand, each exactly once. Inactive statuses that you omit come last."
  })
}).annotate({ identifier: "StatusOrder" })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, statusId: idLike("sts") }

export class StatusesApi extends HttpApiGroup.make("statuses")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: brandPath,
      query: { includeInactive: flagParameter("Includes inactive statuses.") },
      success: Schema.Array(Status),
      error: [...read, InvalidInput]
    }).annotateMerge(OpenApi.annotations({ summary: "List statuses", description: "Sorted in the brand's order." })),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: StatusCreate,
      success: Status.pipe(HttpApiSchema.status(201)),
      error: [...write, AlreadyExists, InvalidState, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a status",
          description: "A brand can have 50 statuses, including inactive ones."
        })
      ),
    HttpApiEndpoint.get("stats", "/stats", {
      params: brandPath,
      success: Schema.Record(Schema.String, Schema.Struct({ key: Schema.String, ticketCount: Schema.Int })),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count the tickets in each status",
        description: "Keyed by status id. Tickets in the trash, merged tickets and spam are not counted."
      })
    ),
    HttpApiEndpoint.post("reorder", "/reorder", {
      params: brandPath,
      payload: StatusOrder,
      success: Schema.Array(Status),
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Reorder the statuses",
          description: "Sets the `sortOrder` of each status to its position in the list, starting at 0."
        })
      ),
    HttpApiEndpoint.get("get", "/:statusId", { params: path, success: Status, error: read }).annotateMerge(
      OpenApi.annotations({ summary: "Get a status", description: "Also returns inactive statuses." })
    ),
    HttpApiEndpoint.patch("update", "/:statusId", {
      params: path,
      payload: StatusUpdate,
      success: Status,
      error: [...write, InvalidState, SystemRecord]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a status",
          description: "Making a status the default replaces the current default. The key cannot change."
        })
      ),
    HttpApiEndpoint.delete("delete", "/:statusId", {
      params: path,
      success: Success,
      error: [...write, InvalidState, SystemRecord]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Deactivate a status",
          description:
            "The status becomes inactive: tickets keep it, but no more tickets can be given it. `isActive: true` reactivates it."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId/statuses")
  .annotateMerge(
    OpenApi.annotations({
      title: "statuses",
      description: "The statuses of tickets: four system statuses, and the brand's own in their categories."
    })
  ) {}
