import { Duration, Effect, type Layer } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { ActorRegistry } from "../runtime/ActorRegistry.ts"
import { type Chore, makeRound } from "../runtime/chores.ts"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"
import * as Supervised from "../runtime/Supervised.ts"
import { CustomerErasureStore } from "./customers/CustomerErasureStore.ts"
import { CustomerMerges } from "./customers/CustomerMerges.ts"
import { MailUpkeep } from "./MailUpkeep.ts"
import { TallyUpkeep } from "./TallyUpkeep.ts"
import { Tickets } from "./Tickets.ts"
import { Trash } from "./Trash.ts"

/**
 * How far back to look for members who lost access to a brand. The first look covers the time for which all servers may
 * have been down. Further ones overlap the one before, since a change is dated when its transaction began.
 */
const lookBack = { first: Duration.days(7), further: Duration.minutes(10) }

/** Does the work that commands left for later, on every node; the database lets only one node at a time do each piece. */
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
      Effect.flatMap(chores, (chores) =>
        Effect.forever(Effect.andThen(makeRound(chores), Effect.andThen(self.active, Effect.sleep("10 seconds"))))
      )
    )
})

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
      name: "unassign tickets from members who no longer see them",
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
      name: "move the tickets of merged customers",
      every: Duration.minutes(5),
      piece: Effect.as(merges.finish, false)
    },
    {
      name: "erase customers",
      every: Duration.seconds(10),
      piece: Effect.map(erasures.forget, (count) => count > 0)
    },
    {
      name: "remove expired address suppressions",
      every: Duration.hours(1),
      piece: Effect.map(mail.forgetRested, (count) => count > 0)
    },
    {
      name: "purge deleted brands",
      every: Duration.minutes(5),
      piece: Effect.map(trash.purgeBrands, (count) => count > 0)
    },
    {
      name: "disable deleted accounts",
      every: Duration.seconds(10),
      piece: Effect.as(trash.silenceAccounts, false)
    },
    {
      name: "purge deleted accounts",
      every: Duration.minutes(1),
      piece: Effect.map(trash.purgeAccounts, (count) => count > 0)
    },
    {
      name: "add up changed counts",
      every: Duration.seconds(30),
      piece: Effect.map(tallies.addUp, (count) => count > 0)
    },
    {
      name: "recount the tickets of merged tags",
      every: Duration.minutes(1),
      piece: Effect.map(tallies.recount, (count) => count > 0)
    }
  ] satisfies ReadonlyArray<Chore<DatabaseUnavailable>>
})
