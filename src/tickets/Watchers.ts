import { Context, DateTime, Effect, Layer, Option, Result, Schedule } from "effect"
import type { Causation, Cause } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { TicketId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  TicketMerged
} from "../domain/Problems.ts"
import { addressIn, memberIn, type Watcher } from "../domain/Watcher.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import {
  type AddedWatcher,
  addWatcher,
  changeWatcher,
  removeWatcher,
  unmerged,
  type WatcherChange,
  type WatcherCreate,
  type WatchState
} from "./changeWatchers.ts"
import type { Watching } from "./outbound/MailMarks.ts"
import { WatcherStore } from "./WatcherStore.ts"

type Written<A, E> = Effect.Effect<
  Once<A>,
  E | NotFound | TicketMerged | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable
>

/** Maximum number of lookups of a ticket, which is looked up again if it is merged between the lookup and the change. */
const looks = 3

/** Who is notified about tickets in addition to those who take part in them. */
export class Watchers extends Context.Service<
  Watchers,
  {
    /** In the order in which they were added. */
    list(scope: BrandScope, ticketId: TicketId): Effect.Effect<ReadonlyArray<Watcher>, NotFound | DatabaseUnavailable>

    /** A member must be active and able to see the brand. An existing watcher stays unchanged. */
    add(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      input: WatcherCreate,
      receipt?: ReceiptRequest<AddedWatcher>
    ): Written<AddedWatcher, InvalidInput | LimitReached>

    update(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      key: string,
      change: WatcherChange,
      receipt?: ReceiptRequest<Watcher>
    ): Written<Watcher, never>

    remove(
      scope: BrandScope,
      causation: Causation,
      ticketId: TicketId,
      key: string,
      receipt?: ReceiptRequest<void>
    ): Written<void, never>

    /** Ends watching by the link in a mail to the watcher. Does nothing for somebody who no longer watches. */
    unwatch(watching: Watching, cause: Cause): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/Watchers") {
  static readonly layer = Layer.effect(
    Watchers,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* WatcherStore
      const receipts = yield* Receipts
      const ofTicket = orNotFound("ticket")

      return Watchers.of({
        list: Effect.fn("Watchers.list")((scope, ticketId) => ofTicket(store.list(scope, ticketId))),

        add: Effect.fn("Watchers.add")(function* (scope, causation, ticketId, input, receipt) {
          const made = {
            id: ids.next("watcher"),
            addedBy: causation.actor.id ?? undefined,
            addedAt: yield* DateTime.now
          }
          const decide = (state: WatchState) => addWatcher(state, input, made)
          return yield* receipts.once(
            scope.tenant,
            receipt,
            ofTicket(store.change(scope, causation, ticketId, input.memberId, decide))
          )
        }),

        update: Effect.fn("Watchers.update")((scope, causation, ticketId, key, change, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            ofTicket(store.change(scope, causation, ticketId, key, (state) => changeWatcher(state, key, change)))
          )
        ),

        remove: Effect.fn("Watchers.remove")((scope, causation, ticketId, key, receipt) =>
          receipts.once(
            scope.tenant,
            receipt,
            ofTicket(store.change(scope, causation, ticketId, key, (state) => removeWatcher(state, key)))
          )
        ),

        unwatch: Effect.fn("Watchers.unwatch")(function* ({ key, ticketId }, cause) {
          const actor = {
            type: memberIn(key) === undefined ? "system" : "agent",
            id: memberIn(key) ?? null,
            name: addressIn(key) ?? null,
            channel: "email"
          } as const
          yield* Effect.flatMap(
            store.place(ticketId),
            Option.match({
              onNone: () => Effect.void,
              onSome: (place) =>
                Effect.asVoid(
                  store.change(place.scope, { ...cause, actor }, place.ticketId, key, (state) =>
                    Result.flatMap(unmerged(state), () => removeWatcher(state, key))
                  )
                )
            })
          ).pipe(
            Effect.retry({ schedule: Schedule.recurs(looks - 1), while: ({ _tag }) => _tag === "TicketMerged" }),
            Effect.catchTag(["NotFound", "TicketMerged"], () => Effect.void)
          )
        })
      })
    })
  )
}
