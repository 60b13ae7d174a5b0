import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Comments } from "../../../../src/tickets/Comments.ts"
import { Tickets } from "../../../../src/tickets/Tickets.ts"
import { causation } from "../../../support/Installation.ts"
import { cards, internals, mirrored, reactionsOf, threadBelow } from "../../../support/mirroredTicket.ts"
import { commentsOf, connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../../support/SlackSite.ts"
import type { SlackMessage } from "../../../support/slack/slackRecords.ts"
import { agentSends } from "../../../support/slackConversation.ts"
import { calm, colleague } from "../../../support/slackDesk.ts"
import { fresh } from "../../../support/ticketService.ts"

layer(slackSite, { excludeTestServices: true })("In the team's channel, a ticket", (it) => {
  it.effect("has a thread: its card, the opening message, and everything that is said on it", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("mirroring")
      people.say(one.team, one.help, one.ines, "It is out again", { thread: one.root })
      yield* calm(one)
      const comments = yield* Comments
      const said = { authorType: "AGENT", authorId: "mem_ada", authorName: "Ada Byron", source: "api" } as const
      yield* fresh(
        comments.add(one.scope, causation, one.ticket.id, { ...said, body: "A note <!here>", visibility: "internal" })
      )
      yield* fresh(
        comments.add(one.scope, causation, one.ticket.id, { ...said, body: "We come by", visibility: "public" })
      )
      yield* calm(one)
      assert.lengthOf(cards(one), 1)
      assert.deepStrictEqual(threadBelow(one, one.card), [
        ["Ines Roth (customer)", "The printer is on fire"],
        ["Ines Roth (customer)", "It is out again"],
        ["Ada Byron (note)", "A note &lt;!here&gt;"],
        ["Ada Byron (to the customer)", "We come by"]
      ])
      assert.include(one.card.text, "The printer is on fire")
      assert.include(JSON.stringify(one.card.blocks), "ticket_resolve")
      // What was sent to the customer appears once, marked as sent.
      const customers = one.team.thread(one.help, one.root.ts)
      assert.deepStrictEqual(
        customers.map(({ text }) => text),
        ["The printer is on fire", "It is out again", "We come by"]
      )
      const sent = one.team.thread(one.crew, one.card.ts).at(-1)
      assert.deepStrictEqual(sent === undefined ? [] : reactionsOf(sent), ["outbox_tray"])
      assert.lengthOf(yield* commentsOf(one, one.ticket.id), 3)
    })
  )

  it.effect("marks a mail whose author is not certain", () =>
    Effect.gen(function* () {
      const one = yield* mirrored("doubting")
      const comments = yield* Comments
      const said = { authorType: "CUSTOMER", authorName: "Ines Roth", visibility: "public" } as const
      const mail = { ...said, authorId: "eve@elsewhere.example", source: "email" } as const
      const unproven = { ...mail, body: "Send it to me", sourceData: { authorVerified: false } }
      yield* fresh(comments.add(one.scope, causation, one.ticket.id, unproven))
      yield* fresh(comments.add(one.scope, causation, one.ticket.id, { ...mail, body: "To my address, please" }))
      yield* calm(one)
      assert.deepStrictEqual(threadBelow(one, one.card).slice(1), [
        ["Ines Roth (unverified sender)", "Send it to me"],
        ["Ines Roth (customer)", "To my address, please"]
      ])
    })
  )

  it.effect("of any origin has a thread, and spam has none", () =>
    Effect.gen(function* () {
      const connected = yield* connectWorkspace("origins", { mirror: "notes" })
      const tickets = yield* Tickets
      yield* fresh(
        tickets.create(connected.scope, causation, {
          title: "By the API",
          source: "api",
          customer: { email: "api@north.example" }
        })
      )
      yield* fresh(
        tickets.create(connected.scope, causation, {
          title: "Spam",
          source: "api",
          customer: { email: "spam@north.example" },
          isSpam: true
        })
      )
      yield* calm(connected)
      assert.deepStrictEqual(
        cards(connected).map(({ text }) => text.replace(/^\S+ /, "")),
        ["By the API"]
      )
    })
  )

  it.effect("gets a note from a team member's reply, and its customer gets nothing", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("noting")
      const { user } = yield* colleague(one, "Grace")
      people.say(one.team, one.crew, user, "Looks like a short circuit", { thread: one.card })
      yield* calm(one)
      assert.deepStrictEqual(internals(yield* commentsOf(one, one.ticket.id)), [
        ["AGENT", "Grace", "internal", "Looks like a short circuit"].map((part) =>
          part === "Grace" ? (one.team.users.get(user.id)?.email ?? "") : part
        )
      ])
      assert.lengthOf(one.team.thread(one.help, one.root.ts), 1)
      // It is there already: no one repeats it.
      assert.lengthOf(threadBelow(one, one.card), 2)
    })
  )

  it.effect("is answered with !reply where that is turned on, and with nothing else", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("replying", "replies")
      const { user } = yield* colleague(one, "Grace")
      const answer = people.say(one.team, one.crew, user, "!reply Please unplug it", { thread: one.card })
      yield* calm(one)
      people.say(one.team, one.crew, user, "They should !reply soon", { thread: one.card })
      yield* calm(one)
      const comments = yield* commentsOf(one, one.ticket.id)
      assert.deepStrictEqual(
        comments.map(({ body, visibility }) => [visibility, body]),
        [
          ["public", "Please unplug it"],
          ["internal", "They should !reply soon"]
        ]
      )
      assert.deepStrictEqual(
        one.team.thread(one.help, one.root.ts).map(({ text }) => text),
        ["The printer is on fire", "Please unplug it"]
      )
      assert.deepStrictEqual(reactionsOf(answer), ["outbox_tray"])
      people.edit(one.team, one.crew, answer, "!reply Please unplug it, now")
      yield* calm(one)
      assert.deepStrictEqual(
        one.team.thread(one.help, one.root.ts).map(({ text }) => text),
        ["The printer is on fire", "Please unplug it, now"]
      )
      people.remove(one.team, one.crew, answer)
      yield* calm(one)
      assert.deepStrictEqual(
        one.team
          .thread(one.help, one.root.ts)
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ text }) => text),
        ["The printer is on fire"]
      )
    })
  )

  it.effect("keeps a !reply as a note where that is turned off, and says so", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("refusing")
      const { user } = yield* colleague(one, "Grace")
      people.say(one.team, one.crew, user, "!reply You are wrong", { thread: one.card })
      yield* calm(one)
      const [comment] = yield* commentsOf(one, one.ticket.id)
      assert.deepInclude(comment, { body: "!reply You are wrong", visibility: "internal" })
      assert.lengthOf(one.team.thread(one.help, one.root.ts), 1)
      assert.include(one.team.ephemerals.at(-1)?.text, "not sent to the customer")
    })
  )

  it.effect("gets nothing from users who are not on the team, whatever they write, nor from alerts", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("strangers", "replies")
      const outsider = one.team.addUser({
        name: "Mallory",
        email: "ada@team.example",
        teamId: "T0OTHER",
        isStranger: true
      })
      people.say(one.team, one.crew, outsider, "!reply Send me your password", { thread: one.card })
      people.say(one.team, one.crew, one.ines, "hello", { thread: one.card })
      yield* calm(one)
      assert.lengthOf(yield* commentsOf(one, one.ticket.id), 0)
      assert.lengthOf(one.team.thread(one.help, one.root.ts), 1)
      assert.include(one.team.ephemerals.at(-1)?.text, "Only members of the support team")

      const alerts = yield* mirrored("alerts", "alerts")
      const { user } = yield* colleague(alerts, "Grace")
      people.say(alerts.team, alerts.crew, user, "a word", { thread: alerts.card })
      yield* calm(alerts)
      assert.lengthOf(yield* commentsOf(alerts, alerts.ticket.id), 0)
      assert.notInclude(JSON.stringify(alerts.card.blocks), "ticket_resolve")
    })
  )

  it.effect("shows its status in both threads, and says when it is resolved and reopened", () =>
    Effect.gen(function* () {
      const one = yield* mirrored("statuses")
      const tickets = yield* Tickets
      assert.deepStrictEqual(reactionsOf(one.root), ["ticket"])
      assert.deepStrictEqual(reactionsOf(one.card), ["ticket"])
      const move = (status: string) => fresh(tickets.update(one.scope, causation, one.ticket.id, { status }))
      yield* move("pending")
      yield* calm(one)
      assert.deepStrictEqual(reactionsOf(one.root), ["hourglass_flowing_sand"])
      yield* move("resolved")
      yield* calm(one)
      yield* move("open")
      yield* calm(one)
      assert.deepStrictEqual(reactionsOf(one.root), ["ticket"])
      assert.deepStrictEqual(reactionsOf(one.card), ["ticket"])
      const [, done, again] = one.team.thread(one.help, one.root.ts).map(({ text }) => text)
      assert.match(done ?? "", /is resolved\. If it is not, reply here\./)
      assert.match(again ?? "", /is open again\./)
      assert.lengthOf(one.team.thread(one.help, one.root.ts), 3)
      assert.lengthOf(yield* commentsOf(one, one.ticket.id), 0)
    })
  )

  it.effect("says whose files came without text, and lists empty ones by name", () =>
    Effect.gen(function* () {
      const one = yield* mirrored("files")
      yield* agentSends(one, { "plan.txt": "left", "log.txt": "" })
      yield* agentSends(one, { "plan.txt": "right" })
      yield* calm(one)
      const inThread = one.team.thread(one.crew, one.card.ts).slice(2)
      assert.deepStrictEqual(
        inThread.map(({ files, text, username }) => [username, text, files.map(({ name }) => name)]),
        [
          ["Ada Byron (to the customer)", "log.txt (empty file)", []],
          [undefined, "", ["plan.txt"]],
          ["Ada Byron (to the customer)", "plan.txt", []],
          [undefined, "", ["plan.txt"]]
        ]
      )
      assert.deepStrictEqual(inThread.map(reactionsOf), [["outbox_tray"], [], ["outbox_tray"], []])
    })
  )

  it.effect("follows edits and removals of comments, in both threads", () =>
    Effect.gen(function* () {
      const one = yield* mirrored("editing")
      const comments = yield* Comments
      const said = {
        authorType: "AGENT",
        authorId: "mem_ada",
        authorName: "Ada Byron",
        source: "api",
        visibility: "public"
      } as const
      const { id } = yield* fresh(comments.add(one.scope, causation, one.ticket.id, { ...said, body: "Tomorow" }))
      yield* calm(one)
      yield* fresh(comments.update(one.scope, causation, one.ticket.id, id, { body: "> When?\nTomorrow & <b>" }))
      yield* calm(one)
      const texts = (messages: ReadonlyArray<SlackMessage>) =>
        messages.filter(({ isDeleted }) => !isDeleted).map(({ text }) => text)
      assert.deepStrictEqual(texts(one.team.thread(one.help, one.root.ts)), [
        "The printer is on fire",
        "> When?\nTomorrow &amp; &lt;b&gt;"
      ])
      // Slack forgets the author name of a message when an update omits it.
      assert.strictEqual(one.team.thread(one.help, one.root.ts).at(-1)?.username, "Ada Byron")
      assert.deepStrictEqual(threadBelow(one, one.card).at(-1), [
        "Ada Byron (to the customer)",
        "> When?\nTomorrow &amp; &lt;b&gt;"
      ])
      yield* fresh(comments.delete(one.scope, causation, one.ticket.id, id))
      yield* calm(one)
      assert.deepStrictEqual(texts(one.team.thread(one.help, one.root.ts)), ["The printer is on fire"])
      assert.deepStrictEqual(texts(one.team.thread(one.crew, one.card.ts)).slice(1), ["The printer is on fire"])
    })
  )

  it.effect("is there once, whatever responses of Slack were lost", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { people } = slack
      const connected = yield* connectWorkspace("lost cards", { mirror: "notes" })
      for (const what of ["applied, then reset", "reset", "applied, then 500"] as const)
        slack.fault({ method: "chat.postMessage", what })
      people.say(connected.team, connected.help, connected.ines, "Once")
      yield* eventually(Effect.map(ticketsOf(connected), ([first]) => first))
      yield* calm(connected)
      const [card, ...more] = cards(connected)
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(card === undefined ? [] : threadBelow(connected, card), [["Ines Roth (customer)", "Once"]])
    })
  )

  it.effect("never replies to itself: all its posts come back as events, and are ignored", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* mirrored("echoes", "replies")
      const { user } = yield* colleague(one, "Grace")
      slack.people.say(one.team, one.crew, user, "!reply <@U0NOBODY> look", { thread: one.card })
      slack.people.react(one.team, one.crew, one.card, user, "white_check_mark")
      yield* calm(one)
      const calls = slack.calls.length
      // Every message of ours once more, under new event ids, without what identifies us as its author.
      for (const channel of [one.help, one.crew])
        for (const message of [...channel.messages.values()].filter(({ botId }) => botId === one.team.botId)) {
          yield* Effect.promise(() => slack.people.tell(one.team, channel, message))
          yield* Effect.promise(() =>
            slack.people.tell(one.team, channel, {
              ...message,
              botId: undefined,
              appId: undefined,
              username: undefined,
              subtype: undefined,
              user: one.ines.id
            })
          )
        }
      yield* calm(one)
      const posts = slack.calls
        .slice(calls)
        .filter(({ method, teamId }) => method === "chat.postMessage" && teamId === one.team.id)
      assert.deepStrictEqual(posts, [])
      assert.lengthOf(yield* commentsOf(one, one.ticket.id), 1)
      assert.lengthOf(yield* ticketsOf(one), 1)
    })
  )
})
