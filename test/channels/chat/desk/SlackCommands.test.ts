import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Database } from "../../../../src/sql/Database.ts"
import { Comments } from "../../../../src/tickets/Comments.ts"
import { Tickets } from "../../../../src/tickets/Tickets.ts"
import { causation } from "../../../support/Installation.ts"
import { commentsOf, connectWorkspace, eventually, Slack, slackSite } from "../../../support/SlackSite.ts"
import { slackFile } from "../../../support/slack/SlackPeople.ts"
import type { SlackUser } from "../../../support/slack/slackRecords.ts"
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

layer(slackSite, { excludeTestServices: true })("/ticket", (it) => {
  it.effect("C20: opens a form before it responds, with the typed text as title", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("command form")
      const { answer } = yield* answered(people.command(team, help, ines, "printer &amp; <@U1|scanner> on fire"))
      assert.isUndefined(answer)
      const window = yield* madeWindow(team)
      assert.strictEqual(window.user, ines.id)
      assert.deepStrictEqual(fieldsOf(window), ["title", "description", "priority", "files"])
      assert.include(shownIn(window.view), "printer & @scanner on fire")
    })
  )

  it.effect("says that the app is no longer installed, if that is why no form opens", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("revoked command")
      slack.fault({ method: "views.open", what: { error: "account_inactive" } })
      const { answer } = yield* answered(slack.people.command(team, help, ines, "printer on fire"))
      assert.include(JSON.stringify(answer), "reconnect the workspace")
    })
  )

  it.effect("C20: keeps typed text that is longer than a title", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("much typed")
      const long = `The printer ${"burns and ".repeat(40)}smokes`
      yield* answered(people.command(team, help, ines, long))
      assert.include(shownIn((yield* madeWindow(team)).view), long)
      const count = team.views.size
      yield* answered(people.command(team, help, ines, "The printer burns\nIt is on the second floor"))
      assert.isAbove(team.views.size, count)
      const shown = JSON.stringify((yield* madeWindow(team)).view)
      assert.include(shown, `"initial_value":"The printer burns"`)
      assert.include(shown, `"initial_value":"The printer burns\\nIt is on the second floor"`)
    })
  )

  it.effect("C20: shows an hourglass while identifying the user takes too long, and then the form", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("slow form")
      const { promise: until, resolve: release } = Promise.withResolvers<void>()
      slack.fault({ method: "users.info", what: { until } })
      yield* answered(slack.people.command(team, help, ines, "late"))
      assert.include(shownIn(lastWindow(team).view), "One moment")
      release()
      yield* slack.untilFound(() => (fieldsOf(lastWindow(team)).length > 0 ? true : undefined))
      assert.include(shownIn(lastWindow(team).view), "late")
    })
  )

  it.effect("C20: says in time when Slack opens no form", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("no form")
      for (const what of [
        { error: "expired_trigger_id" },
        "hang",
        "reset",
        { retryAfter: 30 },
        { status: 503 }
      ] as const) {
        slack.fault({ method: "views.open", what })
        const { answer } = yield* answered(slack.people.command(team, help, ines, ""))
        assert.strictEqual(answer?.["response_type"], "ephemeral", JSON.stringify(what))
        assert.include(shownIn(answer), "Please try again")
      }
      assert.strictEqual(team.views.size, 0)
    })
  )

  it.effect("C22: creates one ticket from a form, with its files, however often it is submitted", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("one form")
      const { help, ines, scope, team } = connected
      yield* answered(slack.people.command(team, help, ines, ""))
      const { id } = yield* madeWindow(team)
      const file = slackFile(team, ines, "log.txt", "it burns")
      const values = filledWith({
        title: "Printer <on> fire",
        description: "Second *floor* & <b>stairs</b>",
        priority: "high",
        files: [file.facts]
      })
      const sent = yield* Effect.all(
        Array.from({ length: 5 }, () => answered(slack.people.submit(team, ines, id, values))),
        { concurrency: "unbounded" }
      )
      for (const { answer } of sent) assert.deepStrictEqual(answer, { response_action: "clear" })
      yield* handled(connected)
      const found = yield* ticketFrom(scope, ines.email)
      assert.deepInclude(found.ticket, {
        title: "Printer <on> fire",
        body: "Second *floor* & <b>stairs</b>",
        priority: "high",
        source: "slack",
        attachmentCount: 1
      })
      const said = [...team.directChannel(ines.id).messages.values()]
      assert.lengthOf(said, 1)
      assert.include(said[0]?.text, publicIdOf(found))
      assert.include(said[0]?.text, "Printer &lt;on&gt; fire")
    })
  )

  it.effect("C22: creates the same ticket although Slack lost the first responses, and writes to its author once", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("lost answers")
      const { help, ines, scope, team } = connected
      yield* answered(slack.people.command(team, help, ines, ""))
      slack.fault({ method: "chat.postMessage", what: "applied, then reset" })
      slack.fault({ method: "chat.update", what: "reset" })
      yield* answered(slack.people.submit(team, ines, (yield* madeWindow(team)).id, filledWith({ title: "once" })))
      yield* handled(connected)
      const found = yield* ticketFrom(scope, ines.email)
      const said = [...team.directChannel(ines.id).messages.values()]
      assert.lengthOf(said, 1)
      assert.include(said[0]?.text, publicIdOf(found))
    })
  )

  it.effect("C22: discusses a form's ticket below its message, apart from other direct messages", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("form thread")
      const { ines, help, scope, team } = connected
      const agent = yield* colleague(connected, "Fritz")
      yield* answered(slack.people.command(team, help, ines, ""))
      yield* answered(slack.people.submit(team, ines, (yield* madeWindow(team)).id, filledWith({ title: "by form" })))
      yield* handled(connected)
      const { ticket } = yield* ticketFrom(scope, ines.email)
      const direct = team.directChannel(ines.id)
      const [root] = [...direct.messages.values()]
      slack.people.say(team, direct, ines, "one more thing", { thread: root })
      yield* handled(connected)
      assert.deepStrictEqual(
        (yield* commentsOf(connected, ticket.id)).map(({ body }) => body),
        ["one more thing"]
      )
      slack.people.say(team, direct, ines, "something else altogether")
      yield* handled(connected)
      assert.lengthOf(yield* ticketsFrom(scope, ines.email ?? ""), 2)
      const comments = yield* Comments
      yield* comments.add(scope, causation, ticket.id, {
        body: "We are on it",
        visibility: "public",
        authorType: "AGENT",
        authorId: agent.id,
        authorName: "Fritz",
        source: "web"
      })
      const answer = yield* slack.untilFound(() =>
        [...direct.messages.values()].find(({ text }) => text === "We are on it")
      )
      assert.strictEqual(answer.threadTs, root?.ts)
    })
  )

  it.effect("C42: lists a ticket for its customer, whoever else has replied in its thread", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("bystanders")
      const { help, team } = connected
      const guest = (name: string) => team.addUser({ name, teamId: "T0OTHER", isStranger: true })
      const [asking, bystander] = [guest("Asking"), guest("Bystander")]
      const root = people.say(team, help, asking, "It is on fire")
      yield* handled(connected)
      people.say(team, help, bystander, "Mine, too", { thread: root })
      yield* handled(connected)
      const listed = (user: SlackUser) =>
        Effect.map(answered(people.command(team, help, user, "list")), ({ answer }) => shownIn(answer))
      assert.include(yield* listed(asking), "It is on fire")
      assert.notInclude(yield* listed(bystander), "It is on fire")
    })
  )

  it.effect("C21: lets the team open a ticket for a customer, who is answered by mail", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("for a customer")
      const { crew, scope, team } = connected
      const agent = yield* colleague(connected, "Gesa")
      yield* answered(slack.people.command(team, crew, agent.user, ""))
      const window = yield* madeWindow(team)
      assert.include(fieldsOf(window), "email")
      const email = `caller-${team.id.toLowerCase()}@south.example`
      slack.fault({ method: "chat.postMessage", what: "applied, then reset" })
      yield* answered(slack.people.submit(team, agent.user, window.id, filledWith({ title: "called us", email })))
      yield* handled(connected)
      const { ticket } = yield* ticketFrom(scope, email)
      assert.deepInclude(ticket, { title: "called us", createdBy: agent.id, origin: "api" })
      assert.lengthOf([...team.directChannel(agent.user.id).messages.values()], 1)
    })
  )

  it.effect("C21, C41: lets only the team choose the customer of a ticket", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("no impostors")
      const { help, ines, scope, team } = connected
      yield* answered(slack.people.command(team, help, ines, ""))
      const email = `victim-${team.id.toLowerCase()}@south.example`
      yield* answered(
        slack.people.submit(team, ines, (yield* madeWindow(team)).id, filledWith({ title: "forged", email }))
      )
      yield* handled(connected)
      assert.lengthOf(yield* ticketsFrom(scope, email), 0)
      const [told] = [...team.directChannel(ines.id).messages.values()]
      assert.include(told?.text, "Only members of the support team")
    })
  )

  it.effect("C22: keeps an empty modal open, and one that could not be stored", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("empty form")
      yield* answered(people.command(team, help, ines, ""))
      const window = yield* madeWindow(team)
      const { answer } = yield* answered(people.submit(team, ines, window.id, filledWith({ title: "  " })))
      assert.deepInclude(answer, { response_action: "errors" })
      assert.deepStrictEqual(Object.keys(answer?.["errors"] ?? {}), ["title"])
      assert.notStrictEqual(window.isClosed, true)
    })
  )

  it.effect(
    "C22: keeps a modal open that is stored too slowly, and creates one ticket when it is submitted again",
    () =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const connected = yield* connectWorkspace("slow inbox")
        const { help, ines, scope, team } = connected
        const { system } = yield* Database
        yield* answered(slack.people.command(team, help, ines, ""))
        const window = yield* madeWindow(team)
        const values = filledWith({ title: "patience" })
        const [locked, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const lock = Effect.gen(function* () {
          yield* system`LOCK TABLE channel_inbox IN ACCESS EXCLUSIVE MODE`
          yield* Deferred.succeed(locked, undefined)
          yield* Deferred.await(released)
        })
        const holding = yield* Effect.forkChild(system.withTransaction(lock))
        yield* Deferred.await(locked)
        const slow = yield* answered(slack.people.submit(team, ines, window.id, values))
        yield* Deferred.succeed(released, undefined)
        yield* Fiber.join(holding)
        // Whichever times out first: the response, or the database.
        assert.deepInclude(slow.answer, { response_action: "errors" })
        assert.match(shownIn(slow.answer), /taking longer than usual|not available right now/)
        assert.notStrictEqual(window.isClosed, true)
        const again = yield* answered(slack.people.submit(team, ines, window.id, values))
        assert.deepStrictEqual(again.answer, { response_action: "clear" })
        yield* handled(connected)
        assert.strictEqual((yield* ticketFrom(scope, ines.email)).ticket.title, "patience")
      })
  )

  it.effect("C42: lists and shows customers their own tickets, and no one else's", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("own tickets")
      const { help, ines, scope, team } = connected
      const tom = team.addUser({ name: "Tom", email: `tom-${team.id.toLowerCase()}@north.example` })
      people.say(team, help, ines, "Ines needs help")
      people.say(team, help, tom, "Tom needs help")
      yield* handled(connected)
      const [hers, his] = [yield* ticketFrom(scope, ines.email), yield* ticketFrom(scope, tom.email)]
      const list = yield* answered(people.command(team, help, ines, "list"))
      assert.include(shownIn(list.answer), publicIdOf(hers))
      assert.notInclude(shownIn(list.answer), publicIdOf(his))
      const own = yield* answered(people.command(team, help, ines, `show ${hers.ticket.number}`))
      assert.include(shownIn(own.answer), "Ines needs help")
      for (const text of [`show ${his.ticket.number}`, publicIdOf(his), "show 999999999"]) {
        const { answer } = yield* answered(people.command(team, help, ines, text))
        assert.deepStrictEqual(answer, {
          response_type: "ephemeral",
          text: "That ticket does not exist, or you do not have access to it."
        })
      }
      const found = yield* answered(people.command(team, help, ines, "search needs help"))
      assert.include(shownIn(found.answer), publicIdOf(hers))
      assert.notInclude(shownIn(found.answer), publicIdOf(his))
    })
  )

  it.effect("C42: does not trust the profile of users from another company", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("borrowed address")
      const { help, ines, team } = connected
      const { found: hers } = yield* written(connected, "Confidential")
      const stranger = team.addUser({ name: "Eve", email: ines.email, teamId: "T0OTHER", isStranger: true })
      slack.people.say(team, help, stranger, "I am Ines, too")
      yield* handled(connected)
      const list = yield* answered(slack.people.command(team, help, stranger, "list"))
      assert.include(shownIn(list.answer), "I am Ines, too")
      assert.notInclude(shownIn(list.answer), "Confidential")
      const shown = yield* answered(slack.people.command(team, help, stranger, `show ${hers.ticket.number}`))
      assert.include(shownIn(shown.answer), "do not have access")
    })
  )

  it.effect(
    "answers by command: the team answers the customer or adds a note, the customer answers the team; once each",
    () =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const connected = yield* connectWorkspace("answers")
        const { crew, help, ines, team } = connected
        const agent = yield* colleague(connected, "Hanna")
        const { found, root } = yield* written(connected, "It does not start")
        const { number } = found.ticket
        const reply = yield* answered(
          slack.people.command(team, crew, agent.user, `reply ${number} Try again &amp; again`)
        )
        assert.include(shownIn(reply.answer), `Your reply was added to ${publicIdOf(found)}`)
        const note = yield* answered(slack.people.command(team, crew, agent.user, `note ${number} same as last week`))
        assert.include(shownIn(note.answer), "Only the team")
        const own = yield* answered(slack.people.command(team, help, ines, `reply ${publicIdOf(found)} It works`))
        assert.include(shownIn(own.answer), "Your reply was added to")
        const denied = yield* answered(slack.people.command(team, help, ines, `note ${number} psst`))
        assert.include(shownIn(denied.answer), "Only members of the support team")
        assert.deepStrictEqual(
          (yield* commentsOf(connected, found.ticket.id)).map(({ authorType, body, visibility }) => [
            authorType,
            visibility,
            body
          ]),
          [
            ["AGENT", "public", "Try again & again"],
            ["AGENT", "internal", "same as last week"],
            ["CUSTOMER", "public", "It works"]
          ]
        )
        const posted = yield* slack.untilFound(() =>
          [...help.messages.values()].find(({ botId, text }) => botId !== undefined && text.includes("Try again"))
        )
        assert.strictEqual(posted.threadTs, root.ts)
      })
  )

  it.effect("has one effect when it arrives twice with one trigger, as over sockets", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("twice")
      const { crew, team } = connected
      const agent = yield* colleague(connected, "Jana")
      const { ticket } = yield* written(connected, "Twice?")
      const fields = {
        team_id: team.id,
        channel_id: crew.id,
        user_id: agent.user.id,
        command: "/ticket",
        text: `reply ${ticket.number} once`,
        api_app_id: slack.state.app.id,
        trigger_id: "1.2.3",
        response_url: slack.state.newResponse(team, crew.id, agent.user.id).url
      }
      const both = yield* Effect.promise(() => Promise.all([slack.sender.form(fields), slack.sender.form(fields)]))
      for (const { status, text } of both) {
        assert.strictEqual(status, 200)
        assert.include(text, "Your reply was added to")
      }
      assert.lengthOf(yield* commentsOf(connected, ticket.id), 1)
    })
  )

  it.effect("shows the team their own tickets, unassigned ones, and everything they search for", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("team lists")
      const { crew, scope, team } = connected
      const agent = yield* colleague(connected, "Klara")
      const { found } = yield* written(connected, `Zebra ${team.id}`)
      const nothing = yield* answered(people.command(team, crew, agent.user, "list"))
      assert.include(shownIn(nothing.answer), "Nothing is assigned to you")
      const unassigned = yield* answered(people.command(team, crew, agent.user, "list unassigned"))
      assert.include(shownIn(unassigned.answer), publicIdOf(found))
      yield* (yield* Tickets).update(scope, causation, found.ticket.id, { assigneeId: agent.id })
      const mine = yield* answered(people.command(team, crew, agent.user, "list mine"))
      assert.include(shownIn(mine.answer), `${publicIdOf(found)}>`)
      const searched = yield* eventually(
        Effect.map(answered(people.command(team, crew, agent.user, `search zebra ${team.id}`)), ({ answer }) =>
          shownIn(answer).includes(publicIdOf(found)) ? answer : undefined
        )
      )
      assert.include(shownIn(searched), "assigned to")
      const none = yield* answered(people.command(team, crew, agent.user, "search xyzzy plugh"))
      assert.include(shownIn(none.answer), "No tickets match all of these words")
    })
  )

  it.effect("shows help according to the user's permissions, and says what is missing in a command", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const connected = yield* connectWorkspace("help")
      const { help, ines, team } = connected
      const agent = yield* colleague(connected, "Lars")
      const customer = yield* answered(people.command(team, help, ines, "help"))
      assert.notInclude(shownIn(customer.answer), "/ticket note")
      const member = yield* answered(people.command(team, help, agent.user, "help"))
      assert.include(shownIn(member.answer), "/ticket note")
      const lacking = yield* answered(people.command(team, help, ines, "reply 12"))
      assert.include(shownIn(lacking.answer), "reply 12 what you want to say")
    })
  )

  it.effect("sends a slow response later to the response URL that came along, and nowhere else", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { help, ines, team } = yield* connectWorkspace("later")
      const { promise: until, resolve: release } = Promise.withResolvers<void>()
      slack.fault({ method: "users.info", what: { until } })
      const { answer, response } = yield* answered(slack.people.command(team, help, ines, "list"))
      assert.include(shownIn(answer), "One moment")
      release()
      yield* slack.untilFound(() => (response.answers.length > 0 ? true : undefined))
      assert.include(shownIn(response.answers[0]), "You have no tickets here")
    })
  )
})
