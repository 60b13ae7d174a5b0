import { Context, Effect, Layer, PubSub, Schedule, Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, MemberId, TicketId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { DeskNews, Presence, PresenceState } from "../domain/Presence.ts"
import type { BrandScope, BrandsScope } from "../domain/Principal.ts"
import type { NotFound } from "../domain/Problems.ts"
import { PresenceStore } from "./PresenceStore.ts"

/** News that wait for a slow reader; older ones are dropped, since whoever looks asks again anyway. */
const kept = 256
/** How soon other nodes are listened to again after the database was away. */
const whenAway = "1 second"

type Found = Effect.Effect<ReadonlyArray<Presence>, NotFound | DatabaseUnavailable>

export interface PresenceFilter {
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly ticketId?: TicketId | undefined
}

/**
 * Who is at a ticket: looks at it, or answers it. Members say so as long as it is true, and count as gone when they cease
 * to. It is no part of the ticket: it has no version, no event and no history.
 */
export class Presences extends Context.Service<
  Presences,
  {
    /** Those who are there, by their ids. */
    list(scope: BrandScope, ticketId: TicketId): Found
    /** A member is there, or `gone`; answers who is there now, themselves included. */
    keep(
      scope: BrandScope,
      ticketId: TicketId,
      member: { readonly id: MemberId; readonly name: string },
      state: PresenceState | "gone"
    ): Found
    /** What is new from now on, and whose watchers are others, as far as the scope and the filter reach. Who reads too slowly misses some. */
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
