import { Context, Effect, Layer, PubSub, Schedule, Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, MemberId, TicketId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { DeskNews, Presence, PresenceState } from "../domain/Presence.ts"
import type { BrandScope, BrandsScope } from "../domain/Principal.ts"
import type { NotFound } from "../domain/Problems.ts"
import { PresenceStore } from "./PresenceStore.ts"

/** Changes that wait for a slow reader. Older ones are dropped, since clients fetch the current state again anyway. */
const kept = 256
/** How long to wait before listening to other nodes again after the database connection was lost. */
const whenAway = "1 second"

type Found = Effect.Effect<ReadonlyArray<Presence>, NotFound | DatabaseUnavailable>

export interface PresenceFilter {
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly ticketId?: TicketId | undefined
}

/**
 * Who is viewing or answering a ticket. Members repeat it for as long as it is true, and count as gone when they stop.
 * Presence is not part of the ticket: it has no version, no events and no history.
 */
export class Presences extends Context.Service<
  Presences,
  {
    /** The members who are there, by id. */
    list(scope: BrandScope, ticketId: TicketId): Found
    /** Records that a member is there, or `gone`. Returns who is there now, including that member. */
    keep(
      scope: BrandScope,
      ticketId: TicketId,
      member: { readonly id: MemberId; readonly name: string },
      state: PresenceState | "gone"
    ): Found
    /** Changes in presence and watchers from now on, within the scope and the filter. A slow reader misses some. */
    follow(scope: BrandsScope, filter: PresenceFilter): Stream.Stream<DeskNews>
  }
>()("trunkline/tickets/Presences") {
  static readonly layer = Layer.effect(
    Presences,
    Effect.gen(function* () {
      const store = yield* PresenceStore
      const ofTicket = orNotFound("ticket")
      const heard = yield* PubSub.sliding<DeskNews>(kept)
      yield* Stream.runForEach(store.news, (news) => PubSub.publish(heard, news)).pipe(
        Effect.ignore,
        Effect.repeat(Schedule.spaced(whenAway)),
        Effect.forkScoped
      )

      return Presences.of({
        list: Effect.fn("Presences.list")((scope, ticketId) => ofTicket(store.list(scope, ticketId))),

        keep: Effect.fn("Presences.keep")((scope, ticketId, member, state) =>
          ofTicket(store.keep(scope, ticketId, member, state))
        ),

        follow: ({ brands, tenant }, { brandIds, ticketId }) =>
          Stream.filter(
            Stream.fromPubSub(heard),
            (news) =>
              news.tenantId === tenant.id &&
              (brands === "all" || brands.has(news.brandId)) &&
              (brandIds === undefined || brandIds.includes(news.brandId)) &&
              (ticketId === undefined || news.ticketId === ticketId)
          )
      })
    })
  )
}
