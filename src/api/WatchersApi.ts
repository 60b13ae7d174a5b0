import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  TicketMerged
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { optional } from "./Fields.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Moment, Success } from "./Shapes.ts"
import { WatcherInput } from "./TicketPayloads.ts"

const flags = {
  notifyOnComment: optional(Schema.Boolean).annotate({
    description: "Whether to notify of comments. Defaults to true."
  }),
  notifyOnStatusChange: optional(Schema.Boolean).annotate({
    description: "Whether to notify of status changes. Defaults to true."
  })
}

export const WatcherCreate = Schema.Struct({ ...WatcherInput.fields, ...flags }).annotate({
  identifier: "WatcherCreate"
})
export const WatcherUpdate = Schema.Struct({
  notifyOnComment: optional(Schema.Boolean),
  notifyOnStatusChange: optional(Schema.Boolean)
}).annotate({ identifier: "WatcherUpdate" })

export const Watcher = Schema.Struct({
  id: idLike("wat"),
  ticketId: idLike("tkt"),
  memberId: Schema.String.annotate({ description: "A member's id, or `custom_` followed by the email address." }),
  memberEmail: Schema.String,
  memberName: Schema.NullOr(Schema.String),
  addedBy: Schema.NullOr(Schema.String).annotate({
    description: "Id of the member or API key that added the watcher."
  }),
  addedAt: Moment,
  notifyOnComment: Schema.Boolean,
  notifyOnStatusChange: Schema.Boolean
}).annotate({ identifier: "Watcher", description: "Someone who is notified of what happens on a ticket." })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress, TicketMerged]
const ofTicket = { ...brandPath, ticketId: idLike("tkt") }
const path = {
  ...ofTicket,
  memberId: Schema.String.annotate({
    description: "A member's id, or `custom_` followed by the email address.",
    examples: ["custom_ada@example.com"]
  })
}

export class WatchersApi extends HttpApiGroup.make("watchers")
  .add(
    HttpApiEndpoint.get("list", "/", { params: ofTicket, success: Schema.Array(Watcher), error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "List a ticket's watchers",
        description: "In the order in which they were added."
      })
    ),
    HttpApiEndpoint.post("add", "/", {
      params: ofTicket,
      payload: WatcherCreate,
      success: [Watcher.pipe(HttpApiSchema.status(201)), Watcher],
      error: [...write, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add a watcher",
        description:
          "A team member, or anyone by email address. A ticket can have 50 watchers. If they already watch the ticket, the response is 200 with the existing watcher. Watchers do not affect the ticket's version and emit no events; event streams opened with `presence=true` report changes."
      })
    ),
    HttpApiEndpoint.patch("update", "/:memberId", {
      params: path,
      payload: WatcherUpdate,
      success: Watcher,
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a watcher's notifications",
        description: "Omitted members keep their values."
      })
    ),
    HttpApiEndpoint.delete("remove", "/:memberId", { params: path, success: Success, error: write }).annotateMerge(
      OpenApi.annotations({
        summary: "Remove a watcher",
        description: "The member or address is no longer notified of the ticket."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/watchers")
  .annotateMerge(
    OpenApi.annotations({
      title: "watchers",
      description: "Who is notified of a ticket, in addition to its participants."
    })
  ) {}
