import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import { type Connected, connectWorkspace, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { eventCallback } from "../../support/slack/EventSender.ts"
import type { Wire } from "../../support/slack/slackRecords.ts"
import { handled } from "../../support/slackDesk.ts"

/** More than PostgreSQL indexes, however well it packs it. */
const long = Array.from({ length: 20_000 }, (_, index) => (index * 7919).toString(36).toUpperCase()).join("")

/** Until everything is handled; it fails where something was not the first time. */
const handledAtOnce = Effect.fn(function* (connected: Connected) {
  yield* handled(connected)
  const { system } = yield* Database
  const again = yield* system`SELECT kind FROM channel_inbox
    WHERE connection_id = ${uuidOf(connected.connection.id)} AND (attempts > 1 OR failed_at IS NOT NULL)`
  assert.deepStrictEqual(again, [])
})

layer(slackSite, { excludeTestServices: true })("An event that Slack signed", (it) => {
  it.effect("is answered with 200 and handled once, whatever it calls things", () =>
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
      // Below what nobody can name it stands by itself.
      assert.lengthOf(yield* ticketsOf(connected), 1)
    })
  )

  it.effect("may name emoji that are none", () =>
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

  it.effect("has Slack asked of no more files than a message can have", () =>
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

layer(slackSite, { excludeTestServices: true })("What Slack answers", (it) => {
  it.effect("may hold what PostgreSQL does not keep, in names and in threads", () =>
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

  it.effect("may be that it does not say who somebody is: what they say is heard", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("unnamed")
      const { help, ines, team } = connected
      slack.fault({ method: "users.info", what: { error: "access_denied" } })
      slack.people.say(team, help, ines, "It is me")
      yield* handledAtOnce(connected)
      slack.people.say(team, help, ines, "And me")
      yield* handledAtOnce(connected)
      // Once it says so, the one before is theirs as well.
      assert.lengthOf(yield* ticketsOf(connected), 2)
    })
  )
})
