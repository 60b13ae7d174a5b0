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
    description: "What the portal shows; the name, and changes with it, until it is given."
  }),
  color: optional(Color).annotate({ description: "The colour of the category's system status when left out." }),
  description: clearable(lines(500)),
  sortOrder: optional(Place).annotate({ description: "Behind all others when left out." }),
  isDefault: optional(Schema.Boolean).annotate({
    description: "Where tickets start and customers' replies lead back to: one per brand, in the category open."
  })
}

export const StatusCreate = Schema.Struct({
  name: oneLine(100),
  category: Schema.Literals(customStatusCategories),
  key: optional(key).annotate({
    description:
      "What tickets and filters name it by, unique in the brand; made from the name when left out. It never changes, and cannot be `active` or `all`."
  }),
  ...members
})
  .pipe(fitsOneOf({ isDefault: no }, { category: is("open") }))
  .annotate({ identifier: "StatusCreate" })
export const StatusUpdate = Schema.Struct({
  name: optional(oneLine(100)),
  category: optional(Schema.Literals(statusCategories)).annotate({
    description:
      "Never of a system status, and never to closed. Tickets in the status, at most 20,000, follow it without events."
  }),
  isActive: optional(Schema.Boolean).annotate({ description: "Whether tickets can enter it." }),
  ...members
}).annotate({ identifier: "StatusUpdate" })
export const StatusOrder = Schema.Struct({
  statusIds: listOf(Schema.String, 50).pipe(distinct).annotate({
    description: "All active statuses of the brand, each once; inactive ones that are left out come last."
  })
}).annotate({ identifier: "StatusOrder" })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, statusId: idLike("sts") }

export class StatusesApi extends HttpApiGroup.make("statuses")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: brandPath,
      query: { includeInactive: flagParameter("Adds those that are no longer in use.") },
      success: Schema.Array(Status),
      error: [...read, InvalidInput]
    }).annotateMerge(OpenApi.annotations({ summary: "List statuses", description: "In the brand's order." })),
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
          description: "A brand has at most 50 statuses, inactive ones included."
        })
      ),
    HttpApiEndpoint.get("stats", "/stats", {
      params: brandPath,
      success: Schema.Record(Schema.String, Schema.Struct({ key: Schema.String, ticketCount: Schema.Int })),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count the tickets in each status",
        description: "By status id, tickets in the trash, merged tickets and spam left out."
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
          summary: "Put the statuses in another order",
          description: "`sortOrder` of each becomes its place in the list, counted from 0."
        })
      ),
    HttpApiEndpoint.get("get", "/:statusId", { params: path, success: Status, error: read }).annotateMerge(
      OpenApi.annotations({ summary: "Get a status", description: "Also one that was taken out of use." })
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
          description: "Making one the default takes that from the present default. The key never changes."
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
          summary: "Take a status out of use",
          description:
            "It becomes inactive: tickets in it stay, and none can enter it. `isActive: true` brings it back."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId/statuses")
  .annotateMerge(
    OpenApi.annotations({
      title: "statuses",
      description: "Where tickets stand: the four system statuses, and the brand's own in their categories."
    })
  ) {}
