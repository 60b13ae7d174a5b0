import { Duration, Effect, type Layer } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { ActorRegistry } from "../runtime/ActorRegistry.ts"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"
import * as Supervised from "../runtime/Supervised.ts"
import { CustomerErasureStore } from "./CustomerErasureStore.ts"
import { CustomerMerges } from "./CustomerMerges.ts"
import { MailUpkeep } from "./MailUpkeep.ts"
import { TallyUpkeep } from "./TallyUpkeep.ts"
import { Tickets } from "./Tickets.ts"
import { Trash } from "./Trash.ts"

/** Pieces of one chore in a row: a large pile must not keep the others waiting. */
const maxPieces = 20
/**
 * How far back the first look goes for members who lost a brand, since all servers may have been away for so long; and each
 * further one beyond the last, since a change is dated when it began.
 */
const lookBack = { first: Duration.days(7), further: Duration.minutes(10) }

/** Clears away what a command left for later, on every node; the database lets one node at a time do a piece. */
export const layer: Layer.Layer<
  never,
  never,
  ActorRegistry | CustomerErasureStore | CustomerMerges | MailUpkeep | TallyUpkeep | Tickets | Trash
> = Supervised.layer({
  kind: "sweeper",
  name: "tickets",
  live: (self) =>
    Effect.andThen(
      self.ready,
      Effect.flatMap(chores, (chores) => sweep(chores, self.active))
    )
})

interface Chore {
  readonly name: string
  readonly every: Duration.Duration
  /** Does a piece of it, and tells whether there may be more. */
  readonly piece: Effect.Effect<boolean, DatabaseUnavailable>
}

const chores = Effect.gen(function* () {
  const tickets = yield* Tickets
  const trash = yield* Trash
  const tallies = yield* TallyUpkeep
  const erasures = yield* CustomerErasureStore
  const merges = yield* CustomerMerges
  const mail = yield* MailUpkeep
  let looked: number | undefined
  return [
    {
      name: "unassign the tickets that members no longer see",
      every: Duration.minutes(1),
      piece: Effect.gen(function* () {
        const now = yield* monotonicMillis
        const since =
          looked === undefined ? lookBack.first : Duration.sum(Duration.millis(now - looked), lookBack.further)
        for (const { accountId, memberId } of yield* trash.assigneesOutOfReach(since))
          yield* tickets.unassignMember(accountId, memberId)
        looked = now
        return false
      })
    },
    {
      name: "purge tickets from the trash",
      every: Duration.minutes(5),
      piece: Effect.map(trash.purgeTickets, (count) => count > 0)
    },
    {
      name: "give the tickets of merged customers on",
      every: Duration.minutes(5),
      piece: Effect.as(merges.finish, false)
    },
    {
      name: "forget customers who were erased",
      every: Duration.seconds(10),
      piece: Effect.map(erasures.forget, (count) => count > 0)
    },
    {
      name: "forget addresses that rest no longer",
      every: Duration.hours(1),
      piece: Effect.map(mail.forgetRested, (count) => count > 0)
    },
    {
      name: "purge deleted brands",
      every: Duration.minutes(5),
      piece: Effect.map(trash.purgeBrands, (count) => count > 0)
    },
    {
      name: "take deleted accounts off the air",
      every: Duration.seconds(10),
      piece: Effect.as(trash.silenceAccounts, false)
    },
    {
      name: "purge deleted accounts",
      every: Duration.minutes(1),
      piece: Effect.map(trash.purgeAccounts, (count) => count > 0)
    },
    {
      name: "add up what has changed in counts",
      every: Duration.seconds(30),
      piece: Effect.map(tallies.addUp, (count) => count > 0)
    },
    {
      name: "count the tickets of merged tags anew",
      every: Duration.minutes(1),
      piece: Effect.map(tallies.recount, (count) => count > 0)
    }
  ] satisfies ReadonlyArray<Chore>
})

/** Does the chores in their rhythm, for ever. */
const sweep = Effect.fnUntraced(function* (chores: ReadonlyArray<Chore>, active: Effect.Effect<void>) {
  const doneAt = new Map<string, number>()
  while (true) {
    for (const { every, name, piece } of chores) {
      const now = yield* monotonicMillis
      if (now - (doneAt.get(name) ?? Number.NEGATIVE_INFINITY) < Duration.toMillis(every)) continue
      yield* piece.pipe(
        Effect.repeat({ times: maxPieces - 1, while: (more) => more }),
        // A chore that fails is done at its next time; the others are not its concern.
        Effect.catchCause((cause) => Effect.logWarning(`Could not ${name}; it is tried again later`, cause))
      )
      doneAt.set(name, now)
    }
    yield* active
    yield* Effect.sleep("10 seconds")
  }
})
