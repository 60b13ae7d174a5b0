import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { Health } from "../../../src/runtime/Health.ts"
import { Database } from "../../../src/sql/Database.ts"
import { connectWorkspace, eventually, Slack, slackSiteOver, ticketsOf } from "../../support/SlackSite.ts"

/** Waits until this many sockets are open. */
const open = (count: number) =>
  Effect.flatMap(Slack, ({ sockets }) =>
    eventually(Effect.sync(() => (sockets.open.size === count ? true : undefined)))
  )

/** Waits until a user's message is a ticket. */
const heard = Effect.fn(function* (name: string) {
  const slack = yield* Slack
  slack.usesSockets = true
  const connected = yield* connectWorkspace(name)
  slack.people.say(connected.team, connected.help, connected.ines, `from ${name}`)
  const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
  assert.strictEqual(ticket.title, `from ${name}`)
  yield* slack.told
  assert.lengthOf(yield* ticketsOf(connected), 1)
})

layer(slackSiteOver("sockets"), { excludeTestServices: true })("Over sockets", (it) => {
  it.effect("events arrive, and are acknowledged once they are stored", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      yield* open(2)
      yield* heard("sockets")
      // The app's own posts come back as events, so one may be in transit.
      yield* eventually(Effect.sync(() => (slack.sockets.waiting.size === 0 ? true : undefined)))
    })
  )

  it.effect("one socket listens while Slack recycles the other", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      yield* open(2)
      const before = slack.sockets.opened
      slack.sockets.disconnect("refresh_requested")
      yield* heard("recycled")
      yield* open(2)
      assert.strictEqual(slack.sockets.opened, before + 1)
    })
  )

  it.effect("sockets are reopened when they are cut, or cannot be opened for a while", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      yield* open(2)
      slack.fault({ method: "apps.connections.open", times: 3, what: { status: 503 } })
      slack.sockets.cut()
      yield* open(0)
      yield* open(2)
      yield* heard("cut")
      const actors = yield* (yield* ActorRegistry).list
      const socket = actors.find(({ name }) => name === "socket 1")
      assert.strictEqual(socket?.state, "running")
      assert.isAtLeast(socket?.restarts ?? 0, 1)
    })
  )

  it.effect("the actor reports why Slack refuses a socket", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      yield* open(2)
      const before = slack.sockets.opened
      slack.sockets.disconnect("link_disabled")
      yield* eventually(Effect.sync(() => (slack.sockets.opened > before ? true : undefined)))
      yield* open(2)
      const errors = (yield* (yield* ActorRegistry).list).map(({ lastError }) => lastError)
      assert.include(errors, "Slack refused socket: link_disabled")
    })
  )

  it.effect("a node that cannot reach its database listens to nothing, and events go to others", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { system } = yield* Database
      let isAway = true
      yield* (yield* Health).register(
        "database",
        Effect.suspend(() => (isAway ? Effect.fail("away") : Effect.void))
      )
      yield* open(2)
      slack.usesSockets = true
      const connected = yield* connectWorkspace("cut off")
      yield* system`ALTER TABLE channel_inbox RENAME TO unreachable`
      slack.people.say(connected.team, connected.help, connected.ines, "Is anybody there?")
      yield* open(0)
      yield* system`ALTER TABLE unreachable RENAME TO channel_inbox`
      const away = (yield* (yield* ActorRegistry).list).find(({ name }) => name === "socket 1")
      assert.strictEqual(away?.lastError, new DatabaseUnavailable({ reason: "unreachable" }).message)
      isAway = false
      yield* open(2)
      yield* slack.told
      const { ticket } = yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      assert.strictEqual(ticket.title, "Is anybody there?")
    })
  )

  it.effect("nothing that arrives on a socket ends the process or the socket", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      yield* open(2)
      const before = slack.sockets.opened
      const malformed = [
        "no JSON",
        "null",
        "{}",
        JSON.stringify({ type: "events_api", envelope_id: "e1", payload: {} }),
        JSON.stringify({ type: "events_api", envelope_id: "e2" }),
        JSON.stringify({ type: "interactive", envelope_id: "e3", payload: null }),
        JSON.stringify({ type: "events_api", envelope_id: "e4", payload: { event: { type: "message" } } })
      ]
      for (const text of malformed) slack.sockets.raw(text)
      yield* heard("malformed")
      assert.strictEqual(slack.sockets.opened, before)
    })
  )
})
