import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { type Connected, connectWorkspace, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { eventCallback } from "../../support/slack/EventSender.ts"
import type { Wire } from "../../support/slack/slackRecords.ts"
import { handled } from "../../support/slackDesk.ts"

/** Too long for a PostgreSQL index entry, however well it compresses. */
const long = Array.from({ length: 20_000 }, (_, index) => (index * 7919).toString(36).toUpperCase()).join("")

/** Waits until everything is processed; fails if something needed a second attempt. */
const handledAtOnce = Effect.fn(function* (connected: Connected) {
  yield* handled(connected)
  const { system } = yield* Database
  const again = yield* system`SELECT kind FROM channel_inbox
    WHERE connection_id = ${uuidOf(connected.connection.id)} AND (attempts > 1 OR failed_at IS NOT NULL)`
  assert.deepStrictEqual(again, [])
})

layer(slackSite, { excludeTestServices: true })("An event that Slack signed", (it) => {
  it.effect("gets a 200 and is processed once, whatever names and ids it has", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("hostile events")
      const { help, ines, team } = connected
      const said = (fields: Wire): Wire => ({
        type: "message",
        channel: help.id,
        channel_type: "channel",
        user: ines.id,
        ts: team.nextTs(),
        text: "x",
        ...fields
      })
      const events: ReadonlyArray<Wire> = [
        said({ thread_ts: long }),
        said({ channel: `C${long}` }),
        said({ channel: `D${long}`, channel_type: "im" }),
        said({ user: `U${long}` }),
        said({ subtype: "message_changed", message: said({ edited: { ts: long } }) }),
        { type: "app_home_opened", tab: "home", user: ines.id, channel: long },
        { type: "reaction_added", user: ines.id, reaction: "eyes", item: { channel: long, ts: long } }
      ]
      for (const event of events) {
        const body = JSON.stringify(eventCallback(slack.state.app, team, event))
        const { status } = yield* Effect.promise(() => slack.sender.send(body))
        assert.strictEqual(status, 200, body.slice(0, 300))
      }
      yield* handledAtOnce(connected)
      // A reply whose root has no valid id stands by itself.
      assert.lengthOf(yield* ticketsOf(connected), 1)
    })
  )

  it.effect("may name emoji that do not exist", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("hostile emoji")
      const { help, ines, team } = connected
      const emoji = (unicode: string) => [
        {
          type: "rich_text",
          elements: [{ type: "rich_text_section", elements: [{ type: "emoji", name: "x", unicode }] }]
        }
      ]
      people.say(team, help, ines, "", { blocks: emoji("00") })
      people.say(team, help, ines, "", { blocks: emoji(Array(200_000).fill("1f").join("-")) })
      yield* handledAtOnce(connected)
      assert.deepStrictEqual(
        (yield* ticketsOf(connected)).map(({ ticket }) => ticket.title),
        [":x:", ":x:"]
      )
    })
  )

  it.effect("causes requests for no more files than a message can have", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("hostile files")
      const { help, ines, team } = connected
      const files = Array(2_000).fill({ id: "F0NONE", name: "a.txt", file_access: "check_file_info" })
      yield* Effect.promise(() =>
        slack.emit(team, {
          type: "message",
          subtype: "file_share",
          channel: help.id,
          user: ines.id,
          ts: team.nextTs(),
          text: "see",
          files
        })
      )
      yield* handledAtOnce(connected)
      assert.lengthOf(yield* ticketsOf(connected), 1)
      assert.isAtMost(slack.calls.filter(({ method }) => method === "files.info").length, 20)
    })
  )
})

layer(slackSite, { excludeTestServices: true })("A response from Slack", (it) => {
  it.effect("may contain what PostgreSQL cannot store, in names and in threads", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("odd answers")
      const { ines, help, random, team } = connected
      const odd = team.addUser({ name: "a\u0000b\ud83d", email: "a\u0000@north.example" })
      people.say(team, help, odd, `hello <@${odd.id}>`)
      const root = people.say(team, random, ines, "It says \u0000\ud83d", { silent: true })
      people.say(team, random, ines, `<@${team.botUserId}>`, { thread: root })
      yield* handledAtOnce(connected)
      const [ticket] = yield* ticketsOf(connected)
      assert.strictEqual(ticket?.ticket.title, "It says \ufffd\ufffd")
    })
  )

  it.effect("may fail to identify a user, whose messages are processed anyway", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("unnamed")
      const { help, ines, team } = connected
      slack.fault({ method: "users.info", what: { error: "access_denied" } })
      slack.people.say(team, help, ines, "It is me")
      yield* handledAtOnce(connected)
      slack.people.say(team, help, ines, "And me")
      yield* handledAtOnce(connected)
      // Once it identifies the user, the earlier ticket is theirs as well.
      assert.lengthOf(yield* ticketsOf(connected), 2)
    })
  )
})
