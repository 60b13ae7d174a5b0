import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { EventExpired, InvalidCursor, InvalidInput, LimitReached, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { EventEnvelope } from "./EventPayloads.ts"
import {
  choice,
  cursorParameter,
  flagParameter,
  idParameter,
  idsParameter,
  pagingOf,
  textsParameter
} from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { idLike, pageOf, some } from "./Shapes.ts"

const filters = {
  types: textsParameter("Event types, or groups such as `ticket.*`."),
  brandId: idsParameter("Same as `brandIds`.", "brand"),
  brandIds: idsParameter("Only events of these brands.", "brand"),
  ticketId: idParameter("Only events of this ticket.", "ticket"),
  after: cursorParameter(
    "An event id. Returns events committed after it. If omitted, starts with the oldest stored event."
  )
}

export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        ...filters,
        cursor: cursorParameter("`nextCursor` of the previous page. Same as `after`."),
        limit: pagingOf(100, 500).limit
      },
      success: pageOf(EventEnvelope),
      error: [InvalidInput, InvalidCursor, EventExpired, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List events",
        description:
          "The feed: every event exactly once, oldest first, in commit order. A reader that continues after the last event it saw misses nothing and sees nothing twice. To poll, pass the last `id` as `after`. Events are stored for 30 days. Events of a deleted brand are omitted unless the brand is restored. If a filter excludes very many events, a page can be short or empty and still have a `nextCursor`."
      })
    ),
    HttpApiEndpoint.get("stream", "/stream", {
      query: {
        ...filters,
        after: cursorParameter(
          "An event id, or the `eventCursor` of a session. The stream starts with events committed after it. If omitted, it starts now."
        ),
        mode: choice("For sessions. An API key has only one mode.", ["live", "test"], "live"),
        presence: flagParameter(
          "Also reports presence and watchers. `presence.changed`: a member opened or left a ticket, with `brandId`, `ticketId`, `memberId`, `name` and `state` (`viewing`, `replying`, `gone`). `watchers.changed`: someone started or stopped watching a ticket or changed what they are notified about, with `brandId` and `ticketId`. These are not events: they have no `id`, and those sent while you were not connected are lost."
        )
      },
      headers: {
        "last-event-id": some(Schema.String).annotate({
          description: "The last `id` received. Takes precedence over `after`. Browsers send it when they reconnect."
        })
      },
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
      error: [InvalidInput, EventExpired, LimitReached, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Stream events",
        description:
          "The same feed, live, as server-sent events with `id`, `event` and `data`, which holds the envelope on one line. After 15 s without an event, the server sends the comment `: ping`. It ends a stream after 60 minutes, when the credential expires or its brands or, for a session, its role change, and when the server stops. Resume with `Last-Event-ID`. If the database is unavailable, a stream that has caught up stays open and sends the missed events when the database is back. At most 20 streams per credential."
      })
    ),
    HttpApiEndpoint.get("get", "/:eventId", {
      params: { eventId: idLike("evt") },
      success: EventEnvelope,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an event",
        description: "Returns the envelope that webhooks receive, for as long as the feed stores the event."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/events")
  .annotateMerge(
    OpenApi.annotations({
      title: "events",
      description: "What happened, as a feed to poll or stream. Internal notes are included and marked as such."
    })
  ) {}
