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
  notifyOnComment: optional(Schema.Boolean).annotate({ description: "Told of comments; true when left out." }),
  notifyOnStatusChange: optional(Schema.Boolean).annotate({
    description: "Told of another status; true when left out."
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
  memberId: Schema.String.annotate({ description: "A member's id, or `custom_` and the e-mail address." }),
  memberEmail: Schema.String,
  memberName: Schema.NullOr(Schema.String),
  addedBy: Schema.NullOr(Schema.String).annotate({ description: "Id of the member or API key who added it." }),
  addedAt: Moment,
  notifyOnComment: Schema.Boolean,
  notifyOnStatusChange: Schema.Boolean
}).annotate({ identifier: "Watcher", description: "Someone who is told of what happens to a ticket." })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress, TicketMerged]
const ofTicket = { ...brandPath, ticketId: idLike("tkt") }
const path = {
  ...ofTicket,
  memberId: Schema.String.annotate({
    description: "A member's id, or `custom_` and the e-mail address.",
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
          "A member of the team, or anybody by their address: at most 50 for a ticket. Who watches already is answered with 200, as they are. Watchers are no part of the ticket's version, and no events tell of them; streams of events asked for with `presence=true` say that they have changed."
      })
    ),
    HttpApiEndpoint.patch("update", "/:memberId", {
      params: path,
      payload: WatcherUpdate,
      success: Watcher,
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change what a watcher is told of",
        description: "Members left out stay as they are."
      })
    ),
    HttpApiEndpoint.delete("remove", "/:memberId", { params: path, success: Success, error: write }).annotateMerge(
      OpenApi.annotations({
        summary: "Remove a watcher",
        description: "Whoever it is, a member or an address, is not told of the ticket any more."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/watchers")
  .annotateMerge(
    OpenApi.annotations({ title: "watchers", description: "Who is told of a ticket beside those who take part in it." })
  ) {}
