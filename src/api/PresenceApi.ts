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
  state: states.annotate({ description: "`viewing`: it is open before them; `replying`: they write an answer." })
}).annotate({ identifier: "PresenceInput" })

export const Presence = Schema.Struct({
  memberId: idLike("mem"),
  name: Schema.String,
  state: states,
  seenAt: Moment.annotate({ description: "When they said so last." })
}).annotate({ identifier: "Presence", description: "A member of the team who is at a ticket." })

const params = { ...brandPath, ticketId: idLike("tkt") }
const read = [NotFound, DatabaseUnavailable]

export class PresenceApi extends HttpApiGroup.make("presence")
  .add(
    HttpApiEndpoint.get("list", "/", { params, success: Schema.Array(Presence), error: read })
      .annotate(CallersAllowed, permissions.work)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List who is at a ticket",
          description: "Members who look at it or answer it now, by their ids; at most 50."
        })
      ),
    HttpApiEndpoint.put("set", "/", {
      params,
      payload: PresenceInput,
      success: Schema.Array(Presence),
      error: [...read, InvalidInput]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Say that one is at a ticket",
        description:
          "Holds for 30 seconds: whoever is still there says so every 10. Answers who is there now, the caller included. It is no part of the ticket, has no event, and reaches no webhook; streams of events asked for with `presence=true` tell of it when it is new."
      })
    ),
    HttpApiEndpoint.delete("leave", "/", { params, success: Success, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Say that one is not at a ticket any more",
        description: "Whoever does not say so is gone 30 seconds after their last word."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.bePresent)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/presence")
  .annotateMerge(
    OpenApi.annotations({ title: "presence", description: "Which members of the team look at a ticket or answer it." })
  ) {}
