import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { CustomerErasureStore } from "../../src/tickets/customers/CustomerErasureStore.ts"
import { CustomerMerges } from "../../src/tickets/customers/CustomerMerges.ts"
import { MailUpkeep } from "../../src/tickets/MailUpkeep.ts"
import { TallyUpkeep } from "../../src/tickets/TallyUpkeep.ts"
import * as TicketSweeper from "../../src/tickets/TicketSweeper.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { Trash } from "../../src/tickets/Trash.ts"
import { uuid } from "../support/ticketState.ts"

const departed = { accountId: idOf("account", uuid(1)), memberId: idOf("member", uuid(2)) }

/** A trash with this many pieces of tickets, and a piece of brands whose purge fails at first. */
const setUp = Effect.fnUntraced(function* (pieces: number) {
  const done = {
    tickets: 0,
    brands: 0,
    tallies: 0,
    people: 0,
    merges: 0,
    addresses: 0,
    unassigned: [] as Array<string>,
    since: [] as Array<number>
  }
  const trash = Layer.succeed(Trash, {
    purgeTickets: Effect.sync(() => (done.tickets < pieces ? ++done.tickets : 0)),
    silenceAccounts: Effect.succeed(0),
    purgeAccounts: Effect.succeed(0),
    purgeBrands: Effect.suspend(() =>
      ++done.brands === 1 ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })) : Effect.succeed(0)
    ),
    assigneesOutOfReach: (since) =>
      Effect.suspend(() =>
        done.since.push(Duration.toMinutes(since)) === 2
          ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" }))
          : Effect.succeed(done.unassigned.length === 0 ? [departed] : [])
      )
  })
  const tallies = Layer.succeed(TallyUpkeep, {
    addUp: Effect.sync(() => (done.tallies < pieces ? ++done.tallies : 0)),
    recount: Effect.succeed(0)
  })
  const erasures = Layer.mock(CustomerErasureStore, {
    forget: Effect.sync(() => (done.people < pieces ? ++done.people : 0))
  })
  const merges = Layer.mock(CustomerMerges, { finish: Effect.sync(() => void done.merges++) })
  const mail = Layer.succeed(MailUpkeep, {
    forgetRested: Effect.sync(() => (done.addresses < pieces ? ++done.addresses : 0))
  })
  const tickets = Layer.mock(Tickets, {
    unassignMember: (_, memberId) => Effect.sync(() => done.unassigned.push(memberId))
  })
  yield* Layer.build(
    TicketSweeper.layer.pipe(Layer.provide([trash, tallies, erasures, merges, mail, tickets, ActorRegistry.layer]))
  )
  return done
})

it.effect("clears everything at the start, in bounded turns, and comes back for the rest", () =>
  Effect.gen(function* () {
    const done = yield* setUp(30)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(done, {
      tickets: 20,
      brands: 1,
      tallies: 20,
      people: 20,
      merges: 1,
      addresses: 20,
      unassigned: [departed.memberId],
      since: [7 * 24 * 60]
    })
    yield* TestClock.adjust("5 minutes")
    assert.strictEqual(done.tickets, 30)
  })
)

it.effect("retries a failed chore at its next time, and runs the others meanwhile", () =>
  Effect.gen(function* () {
    const done = yield* setUp(1)
    yield* TestClock.adjust("6 minutes")
    assert.isAtLeast(done.brands, 2)
    assert.strictEqual(done.tickets, 1)
  })
)

it.effect("looks back a week for members who lost a brand, and then to shortly before the last completed look", () =>
  Effect.gen(function* () {
    const done = yield* setUp(1)
    yield* TestClock.adjust("3 minutes")
    assert.deepStrictEqual(done.since.slice(0, 4), [7 * 24 * 60, 11, 12, 11])
  })
)
