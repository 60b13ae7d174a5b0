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
  after: cursorParameter("An event id: what was committed after it. Without it, from the oldest event that is kept.")
}

export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        ...filters,
        cursor: cursorParameter("`nextCursor` of the page before; same as `after`."),
        limit: pagingOf(100, 500).limit
      },
      success: pageOf(EventEnvelope),
      error: [InvalidInput, InvalidCursor, EventExpired, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List events",
        description:
          "The feed: every event once, in the order in which it was committed, oldest first. A reader that has seen an event and asks for what follows misses nothing and sees nothing twice. Poll with the last `id` as `after`. Events are kept for 30 days; those of a deleted brand are left out unless it is restored. Where a filter leaves out very many events a page may be short, or empty, and still have a `nextCursor`."
      })
    ),
    HttpApiEndpoint.get("stream", "/stream", {
      query: {
        ...filters,
        after: cursorParameter(
          "An event id, or the `eventCursor` of a session: the stream begins with what was committed after it. Without it, from now."
        ),
        mode: choice("For sessions; API keys have one mode.", ["live", "test"], "live"),
        presence: flagParameter(
          "Also tells which members come to a ticket and go: `presence.changed` with `brandId`, `ticketId`, `memberId`, `name` and `state` (`viewing`, `replying`, `gone`). And that somebody began or ceased to watch a ticket, or is told of something else: `watchers.changed` with `brandId` and `ticketId`. Neither is an event: it has no `id`, and what happened between two streams is not told."
        )
      },
      headers: {
        "last-event-id": some(Schema.String).annotate({
          description: "The last `id` that was received; wins over `after`. Browsers send it when they resume."
        })
      },
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
      error: [InvalidInput, EventExpired, LimitReached, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Stream events",
        description:
          "The same feed as server-sent events, as it grows: `id`, `event` and `data`, which holds the envelope in one line. After 15 s without an event comes the comment `: ping`. The server ends a stream after 60 minutes, when the credential ends, reaches other brands or, of a session, has another role, and when it stops; resume with `Last-Event-ID`. Without its database it keeps a stream open that has caught up, and sends what was missed once that is back. At most 20 streams per credential."
      })
    ),
    HttpApiEndpoint.get("get", "/:eventId", {
      params: { eventId: idLike("evt") },
      success: EventEnvelope,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an event",
        description: "In the same envelope as webhooks get it, for as long as the feed keeps it."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/events")
  .annotateMerge(
    OpenApi.annotations({
      title: "events",
      description: "What happened, as a feed to poll or to follow. Internal notes are included, marked as such."
    })
  ) {}
