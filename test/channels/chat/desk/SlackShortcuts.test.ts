import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConnectionStore } from "../../../../src/tickets/connections/ConnectionStore.ts"
import { commentsOf, connectWorkspace, Slack, slackSite } from "../../../support/SlackSite.ts"
import { globalShortcut } from "../../../support/slack/deskActions.ts"
import { slackFile } from "../../../support/slack/SlackPeople.ts"
import {
  answered,
  colleague,
  fieldsOf,
  filledWith,
  handled,
  lastWindow,
  madeWindow,
  publicIdOf,
  shownIn,
  ticketFrom,
  ticketsFrom,
  written
} from "../../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("A message shortcut", (it) => {
  it.effect("C23: creates a ticket from a message: with its files, its thread, and a link back", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("of a message", { trigger: "shortcut" })
      const { help, ines, scope, team } = connected
      const tom = team.addUser({ name: "Tom", email: `tom-${team.id.toLowerCase()}@north.example` })
      const file = slackFile(team, ines, "photo.txt", "flames")
      const root = slack.people.say(team, help, ines, "Printer is on &lt;fire&gt;\nagain", { files: [file] })
      slack.people.say(team, help, tom, "Mine too", { thread: root })
      yield* handled(connected)
      assert.lengthOf(yield* ticketsFrom(scope, ines.email ?? ""), 0)
      const agent = yield* colleague(connected, "Nele")
      yield* answered(slack.people.shortcut(team, help, agent.user, root, "create_ticket"))
      const window = yield* slack.untilFound(() =>
        team.views.size > 0 && fieldsOf(lastWindow(team)).length > 0 ? lastWindow(team) : undefined
      )
      assert.deepStrictEqual(fieldsOf(window), ["title", "description", "priority"])
      assert.include(shownIn(window.view), "Printer is on <fire>")
      assert.notInclude(String(window.view["private_metadata"]), "fire")
      const values = filledWith({ title: "Fire", description: "", priority: "urgent" })
      const sent = yield* Effect.all(
        Array.from({ length: 3 }, () => answered(slack.people.submit(team, agent.user, window.id, values))),
        { concurrency: "unbounded" }
      )
      for (const { answer } of sent) assert.deepStrictEqual(answer, { response_action: "clear" })
      yield* handled(connected)
      const found = yield* ticketFrom(scope, ines.email)
      assert.deepInclude(found.ticket, {
        title: "Fire",
        body: "Printer is on <fire>\nagain",
        priority: "urgent",
        attachmentCount: 1,
        customerName: "Ines Roth"
      })
      assert.include(found.ticket.links?.[0]?.url ?? "", root.ts.replace(".", ""))
      assert.deepStrictEqual(
        (yield* commentsOf(connected, found.ticket.id)).map(({ authorName, body }) => [authorName, body]),
        [["Tom", "Mine too"]]
      )
      const told = [...help.messages.values()].filter(
        ({ botId, text }) => botId !== undefined && text.includes("turned this into a ticket")
      )
      assert.lengthOf(told, 1)
      assert.strictEqual(told[0]?.threadTs, root.ts)
      assert.include(told[0]?.text, publicIdOf(found))
      slack.people.say(team, help, ines, "Still burning", { thread: root })
      yield* handled(connected)
      assert.lengthOf(yield* commentsOf(connected, found.ticket.id), 2)
    })
  )

  it.effect("C23: starts with the chosen message, and includes the messages before it", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("in a thread", { trigger: "shortcut" })
      const { ines, random, scope, team } = connected
      const tom = team.addUser({ name: "Tom", email: `tom-${team.id.toLowerCase()}@north.example` })
      const root = slack.people.say(team, random, ines, "Lunch?")
      const complaint = slack.people.say(team, random, tom, "The door is stuck", { thread: root })
      yield* answered(slack.people.shortcut(team, random, tom, complaint, "create_ticket"))
      const window = yield* slack.untilFound(() =>
        team.views.size > 0 && fieldsOf(lastWindow(team)).length > 0 ? lastWindow(team) : undefined
      )
      slack.fault({ method: "chat.postMessage", what: "applied, then reset" })
      yield* answered(
        slack.people.submit(
          team,
          tom,
          window.id,
          filledWith({ title: "Door", description: "The door is stuck, and hot" })
        )
      )
      yield* handled(connected)
      const { ticket } = yield* ticketFrom(scope, tom.email)
      assert.deepInclude(ticket, { title: "Door", body: "The door is stuck, and hot" })
      assert.deepStrictEqual(
        (yield* commentsOf(connected, ticket.id)).map(({ body }) => body),
        ["Lunch?"]
      )
      const told = [...random.messages.values()].filter(({ botId }) => botId !== undefined)
      assert.lengthOf(told, 1)
    })
  )

  it.effect("returns a user's text about a message that its author has deleted in the meantime", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("taken back", { trigger: "shortcut" })
      const { help, ines, scope, team } = connected
      const tom = team.addUser({ name: "Tom", email: `tom-${team.id.toLowerCase()}@north.example` })
      const alone = slack.people.say(team, help, ines, "Never mind")
      const answeredTo = slack.people.say(team, help, ines, "Never mind either")
      slack.people.say(team, help, tom, "Mine too", { thread: answeredTo })
      for (const message of [alone, answeredTo]) {
        const before = team.views.size
        yield* answered(slack.people.shortcut(team, help, tom, message, "create_ticket"))
        const window = yield* slack.untilFound(() =>
          team.views.size > before && fieldsOf(lastWindow(team)).length > 0 ? lastWindow(team) : undefined
        )
        yield* Effect.promise(() => slack.people.remove(team, help, message))
        const values = filledWith({ title: "Door & lock", description: "It took me\nlong to write this" })
        yield* answered(slack.people.submit(team, tom, window.id, values))
      }
      yield* handled(connected)
      for (const { email } of [ines, tom]) assert.lengthOf(yield* ticketsFrom(scope, email ?? ""), 0)
      const told = [...team.directChannel(tom.id).messages.values()].map(({ text }) => text)
      assert.lengthOf(told, 2)
      for (const text of told) {
        assert.include(text, "The ticket “Door &amp; lock” was not created.")
        assert.include(text, ">It took me\n>long to write this")
      }
    })
  )

  it.effect(
    "says which ticket a conversation already is, that it cannot read the channel, or that no person wrote the message",
    () =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const connected = yield* connectWorkspace("obstacles")
        const { crew, help, ines, team } = connected
        const { found, root } = yield* written(connected, "Known already")
        const secret = team.addChannel("secret", { hasBot: false })
        const unreadable = slack.people.say(team, secret, ines, "Where no bot is", { silent: true })
        const bot = team.add(help, { text: "build failed", botId: "B0OTHER", appId: "A0OTHER", subtype: "bot_message" })
        const internal = slack.people.say(team, crew, ines, "Among ourselves", { silent: true })
        const notices = [
          [help, root, publicIdOf(found)],
          [secret, unreadable, "Invite me"],
          [help, bot, "message that a person wrote"],
          [crew, internal, "Only members of the support team"]
        ] as const
        for (const [channel, message, words] of notices) {
          yield* answered(slack.people.shortcut(team, channel, ines, message, "create_ticket"))
          yield* slack.untilFound(() => (shownIn(lastWindow(team).view).includes(words) ? true : undefined))
          assert.isUndefined(lastWindow(team).view["submit"])
        }
      })
  )

  it.effect("says through the response URL that Slack was too slow", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("late trigger", { trigger: "shortcut" })
      const message = slack.people.say(team, help, ines, "hello", { silent: true })
      slack.fault({ method: "views.open", what: { error: "expired_trigger_id" } })
      const { response } = yield* answered(slack.people.shortcut(team, help, ines, message, "create_ticket"))
      yield* slack.untilFound(() => (response.answers.length > 0 ? true : undefined))
      assert.deepInclude(response.answers[0], { response_type: "ephemeral", replace_original: false })
    })
  )

  it.effect(
    "says that the app is no longer installed, if that is why no form opens, and records that for the workspace",
    () =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const { connection, help, ines, team } = yield* connectWorkspace("revoked shortcut", { trigger: "shortcut" })
        const message = slack.people.say(team, help, ines, "hello", { silent: true })
        slack.fault({ method: "views.open", what: { error: "token_revoked" } })
        const { response } = yield* answered(slack.people.shortcut(team, help, ines, message, "create_ticket"))
        yield* slack.untilFound(() => (response.answers.length > 0 ? true : undefined))
        assert.include(String(response.answers[0]?.["text"]), "reconnect the workspace")
        const placed = yield* (yield* ConnectionStore).placed(connection.id)
        assert.strictEqual(Option.getOrUndefined(placed)?.connection.status, "needs_reauth")
      })
  )

  it.effect("opens an empty form from the global shortcut", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("global")
      const { ines, scope, team } = connected
      yield* answered(globalShortcut(slack, team, ines, "new_ticket"))
      yield* answered(
        slack.people.submit(team, ines, (yield* madeWindow(team)).id, filledWith({ title: "From the menu" }))
      )
      yield* handled(connected)
      assert.strictEqual((yield* ticketFrom(scope, ines.email)).ticket.title, "From the menu")
    })
  )
})
