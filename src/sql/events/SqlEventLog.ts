import { Effect, Layer, Option } from "effect"
import type { EventType } from "../../domain/Event.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import { EventExpired } from "../../domain/Problems.ts"
import { EventLog, type FeedPlace, type FeedSlice, type LoggedEvent } from "../../events/EventLog.ts"
import { brandsOf } from "../brandsOf.ts"
import { Database } from "../Database.ts"
import { maxPageBytes, pageRoom } from "../maxPageBytes.ts"
import { query } from "../query.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { advancedStatement, boundaryStatement, feedStart, hasBrand, present, sliceStatement } from "./feedStatements.ts"

interface EventRow {
  readonly id: string
  readonly brand_id: string
  readonly type: EventType
  readonly chain_id: string
  readonly transaction: string
  readonly place: number
  readonly payload: string
  /** Whether the slice, with this event, has all the bytes that it may have. */
  readonly is_full: boolean
}

/** A row of the slice; if there are no events, a single row still describes the feed. */
type SliceRow = (EventRow | { readonly id: null }) &
  HorizonRow & { readonly pending: boolean; readonly is_narrowed: boolean }

interface HorizonRow {
  readonly horizon: string
  readonly present: string
}

type PlaceRow = Pick<EventRow, "id" | "transaction" | "place">

/** `EventLog` in PostgreSQL (docs/decisions/0009). */
export const layer = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const { reads, system } = yield* Database
    // The caller declares the type of `unsafe` rows, beside the columns that it selects.
    const rows = <Row extends object>({ parameters, sql }: Statement) => query(reads.unsafe<Row>(sql, parameters))

    const read: EventLog["Service"]["read"] = Effect.fnUntraced(function* (
      scope,
      filter,
      after,
      limit,
      bytes = maxPageBytes
    ) {
      const { parameters, sql } = sliceStatement(scope, filter, after ?? feedStart, limit + 1, bytes)
      const room = { room: pageRoom(limit + 1, bytes), tenantId: scope.tenant.id }
      const found = yield* query(
        readTexts(textTurns, room, reads.unsafe<SliceRow>(sql, parameters), Array.from<SliceRow>)
      )
      const events = found.flatMap((row) => (row.id === null ? [] : [eventOf(row)]))
      const [head] = found
      if (head === undefined) return yield* Effect.die(new Error("a feed without a horizon"))
      const page = events.slice(0, limit)
      const last = page.at(-1)
      const slice = (end: FeedPlace, more: boolean): FeedSlice => ({ events: page, end, more, pending: head.pending })
      const isFull = found.some((row) => row.id !== null && row.is_full)
      if ((isFull || events.length > limit) && last !== undefined) return slice(last.at, true)

      const settled = endOf(head)
      // An index finds a ticket's events; another filter may exclude more events than were scanned.
      if (filter.ticketId !== undefined || (filter.types === undefined && !head.is_narrowed))
        return slice(settled, false)
      const [boundary] = yield* rows<PlaceRow>(boundaryStatement(scope, filter, after ?? feedStart, head.horizon))
      return boundary === undefined ? slice(settled, false) : slice(placeOfRow(boundary), true)
    })

    return EventLog.of({
      read,

      find: (scope, id) =>
        Effect.map(
          rows<{ readonly payload: string }>({
            sql: `select e.payload from tenant_scope($1) s, lateral (
              select payload from events where tenant_id = s.tenant_id and id = $2 and ($3::uuid[] is null or brand_id = any($3::uuid[]))
                and ${hasBrand} limit 1) e`,
            parameters: [scope.tenant.id, uuidOf(id), visible(scope)]
          }),
          ([row]) => Option.map(Option.fromUndefinedOr(row), ({ payload }) => payload)
        ),

      placeOf: Effect.fnUntraced(function* (scope, id) {
        const uuid = uuidOf(id)
        const [row] = yield* rows<PlaceRow>({
          sql: `select e.* from tenant_scope($1) s, lateral (
            select id, transaction_id::text as transaction, place from events
            where tenant_id = s.tenant_id and id = $2 and ($3::uuid[] is null or brand_id = any($3::uuid[])) limit 1) e`,
          parameters: [scope.tenant.id, uuid, visible(scope)]
        })
        if (row !== undefined) return Option.some(placeOfRow(row))
        const {
          events: [oldest]
        } = yield* read(scope, {}, undefined, 1)
        // Ids begin with the time at which they were created.
        return oldest !== undefined && uuid < oldest.at.uuid
          ? yield* new EventExpired({ oldestEventId: oldest.id })
          : Option.none()
      }),

      end: () =>
        Effect.map(query(reads.unsafe<HorizonRow>(`select event_horizon()::text as horizon, ${present}`)), ([row]) =>
          row === undefined ? feedStart : endOf(row)
        ),

      advanced: (feeds) => {
        const { parameters, sql } = advancedStatement(feeds)
        return Effect.map(query(system.unsafe<{ readonly tenant_id: string }>(sql, parameters)), (found) =>
          found.map(({ tenant_id }) => tenant_id)
        )
      }
    })
  })
)

interface Statement {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The brands that a caller may see, or null for all. */
const visible = (scope: BrandsScope) => brandsOf(scope, {})?.map(uuidOf) ?? null

/** The place before everything that is not settled yet; place 0 sorts before every event of the same transaction. */
const endOf = ({ horizon, present }: HorizonRow): FeedPlace => ({ transaction: horizon, place: 0, uuid: present })

const placeOfRow = ({ id, place, transaction }: PlaceRow): FeedPlace => ({ transaction, place, uuid: id })

const eventOf = (row: EventRow): LoggedEvent => ({
  id: idOf("event", row.id),
  brandId: idOf("brand", row.brand_id),
  type: row.type,
  subject: row.chain_id,
  at: placeOfRow(row),
  payload: row.payload
})
