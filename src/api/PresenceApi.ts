import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { presenceStates } from "../domain/Presence.ts"
import { InvalidInput, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Moment, Success } from "./Shapes.ts"

const states = Schema.Literals(presenceStates)

export const PresenceInput = Schema.Struct({
  state: states.annotate({
    description: "`viewing`: the member has the ticket open. `replying`: the member is writing a reply."
  })
}).annotate({ identifier: "PresenceInput" })

export const Presence = Schema.Struct({
  memberId: idLike("mem"),
  name: Schema.String,
  state: states,
  seenAt: Moment.annotate({ description: "When they last reported it." })
}).annotate({ identifier: "Presence", description: "A team member who is viewing or replying to a ticket." })

const params = { ...brandPath, ticketId: idLike("tkt") }
const read = [NotFound, DatabaseUnavailable]

export class PresenceApi extends HttpApiGroup.make("presence")
  .add(
    HttpApiEndpoint.get("list", "/", { params, success: Schema.Array(Presence), error: read })
      .annotate(CallersAllowed, permissions.work)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List who is viewing a ticket",
          description: "Returns the members who are viewing the ticket or replying to it now, sorted by id; at most 50."
        })
      ),
    HttpApiEndpoint.put("set", "/", {
      params,
      payload: PresenceInput,
      success: Schema.Array(Presence),
      error: [...read, InvalidInput]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Report that you are viewing a ticket",
        description:
          "Lasts for 30 seconds, so repeat it every 10 while the ticket is open. Returns who is there now, including the caller. Presence is not part of the ticket, emits no events and is not sent to webhooks; event streams opened with `presence=true` report changes."
      })
    ),
    HttpApiEndpoint.delete("leave", "/", { params, success: Success, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Report that you have left a ticket",
        description: "Without this call, a member counts as gone 30 seconds after their last report."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.bePresent)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/presence")
  .annotateMerge(
    OpenApi.annotations({
      title: "presence",
      description: "Which team members are viewing a ticket or replying to it."
    })
  ) {}
