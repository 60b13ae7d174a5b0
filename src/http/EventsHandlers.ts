import { Effect, Option, Stream } from "effect"
import { Api } from "../api/Api.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { parseId } from "../domain/Ids.ts"
import { type BrandsScope, CurrentPrincipal } from "../domain/Principal.ts"
import { type EventExpired, InvalidCursor, InvalidInput, NotFound } from "../domain/Problems.ts"
import { EventLog, type FeedPlace } from "../events/EventLog.ts"
import { EventStreams } from "../events/EventStreams.ts"
import { Presences } from "../tickets/Presences.ts"
import { Cursors } from "./Cursors.ts"
import { eventFilter } from "./eventFilter.ts"
import { deskFrame, frame } from "./eventFrames.ts"
import { feedCursor, placeInCursor, streamScope } from "./feedCursor.ts"
import { handlersOf } from "./handlersOf.ts"
import { cursorScope } from "./pages.ts"
import { type Query, QueryReader } from "./QueryReader.ts"
import { reply } from "./replies.ts"
import { pathId } from "./scopes.ts"
import { makeSentEvents } from "./sentEvents.ts"

/**
 * Pause before reading once more when there are stored events whose transactions have not settled, so that a caller who has
 * just written finds the result even if somebody else's transaction began earlier.
 */
const settling = "20 millis"

/** Implements the `events` group. Envelopes are sent as the stored text. */
export const EventsHandlers = handlersOf(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* EventLog
    const streams = yield* EventStreams
    const presences = yield* Presences
    const cursors = yield* Cursors
    const sentEvents = yield* makeSentEvents

    /** The place of the event that `field` names. */
    const placeOf = Effect.fnUntraced(function* (
      scope: BrandsScope,
      field: string,
      text: string
    ): Effect.fn.Return<FeedPlace, InvalidInput | EventExpired | DatabaseUnavailable> {
      const id = parseId("event", text)
      const place = Option.isNone(id) ? Option.none<FeedPlace>() : yield* log.placeOf(scope, id.value)
      return Option.isSome(place)
        ? place.value
        : yield* InvalidInput.of(field, "unknown_id", "must be the id of an event that this credential can see")
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query, request }) {
        const scope = yield* CurrentPrincipal
        const reader = new QueryReader(query)
        const wanted = yield* Effect.fromResult(
          reader.result({
            filter: eventFilter(reader),
            after: reader.text("after", 512),
            cursor: reader.text("cursor", 512),
            limit: reader.limit(100, 500)
          })
        )
        const listed = yield* cursorScope(request.url, withoutPlace(query))
        const written = wanted.cursor ?? wanted.after
        const after =
          written === undefined
            ? undefined
            : (placeInCursor(cursors, listed, written) ??
              (yield* Effect.mapError(placeOf(scope, "after", written), (error) =>
                error._tag === "InvalidInput" && wanted.cursor !== undefined ? new InvalidCursor() : error
              )))
        const read = log.read(scope, wanted.filter, after, wanted.limit)
        const { end, events, more } = yield* Effect.flatMap(read, (slice) =>
          slice.pending && !slice.more ? Effect.delay(read, settling) : Effect.succeed(slice)
        )
        const last = events.at(-1)
        // The id of the last event, unless the feed was read beyond it.
        const next = !more ? null : last?.at.uuid === end.uuid ? last.id : feedCursor(cursors, listed, end)
        const pagination = { hasMore: more, nextCursor: next, ...(next === null ? {} : { cursor: next }) }
        return reply({
          status: 200,
          headers: {},
          body: `{"data":[${events.map(({ payload }) => payload).join(",")}],"pagination":${JSON.stringify(pagination)}}`
        })
      }),

      stream: Effect.fnUntraced(function* ({ headers, query, request }) {
        const principal = yield* CurrentPrincipal
        const reader = new QueryReader(query)
        const { after, filter, withPresence } = yield* Effect.fromResult(
          reader.result({
            filter: eventFilter(reader),
            after: reader.text("after", 512),
            withPresence: reader.flag("presence")
          })
        )
        const resumed = headers["last-event-id"] || undefined
        const [field, seen] = resumed === undefined ? ["after", after] : ["Last-Event-ID", resumed]
        const place =
          seen === undefined
            ? yield* log.end(principal.tenant)
            : (placeInCursor(cursors, streamScope(principal.tenant), seen) ?? (yield* placeOf(principal, field, seen)))
        const events = Stream.map(streams.follow(principal, filter, place), frame)
        const frames = withPresence
          ? Stream.merge(events, Stream.map(presences.follow(principal, filter), deskFrame), {
              haltStrategy: "left"
            })
          : events
        return yield* sentEvents(request, principal, frames)
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* CurrentPrincipal
        const found = yield* log.find(scope, yield* pathId("event", params.eventId))
        return Option.isSome(found)
          ? reply({ status: 200, headers: {}, body: found.value })
          : yield* new NotFound({ entity: "event" })
      })
    })
  })
)

/** What a cursor of the feed is bound to: the filters. */
const withoutPlace = ({ after: _, ...filters }: Query): Query => filters
