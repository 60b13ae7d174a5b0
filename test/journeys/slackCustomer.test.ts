import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { commentsOf, connectWorkspace, Slack, slackSite, ticketsOf } from "../support/SlackSite.ts"
import { slackFile } from "../support/slack/SlackPeople.ts"
import { calm, colleague } from "../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("A customer in Slack", (it) => {
  it.effect("asks, sends a file, corrects a word, is answered from the team's channel, and is done", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { people } = slack
      const site = yield* connectWorkspace("journey", { mirror: "replies" })
      const { crew, help, ines, scope, team } = site
      const { user: grace } = yield* colleague(site, "Grace")

      const said = (root: Parameters<typeof team.thread>[1], channel = help) =>
        team
          .thread(channel, root)
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ files, text }) => [text, ...files.map(({ name }) => name)].filter((part) => part !== "").join(" + "))

      // The customer asks, with a file, and corrects a word.
      const root = people.say(team, help, ines, "The printer is on fier", {
        files: [slackFile(team, ines, "smoke.txt", "much smoke")]
      })
      yield* calm(site)
      people.edit(team, help, root, "The printer is on fire")
      yield* calm(site)
      const card = [...crew.messages.values()].find(
        ({ botId, threadTs }) => botId !== undefined && threadTs === undefined
      )
      if (card === undefined) return assert.fail("the team has heard nothing")
      assert.include(said(card.ts, crew), "The printer is on fire")
      assert.isTrue(said(card.ts, crew).some((line) => line.includes("smoke.txt")))

      // The team discusses it, takes it, and answers, with a file and a typo that is corrected.
      people.say(team, crew, grace, "Is it the one on the second floor?", { thread: card })
      people.react(team, crew, card, grace, "eyes")
      yield* calm(site)
      const answer = people.say(team, crew, grace, "!reply Pleas unplug it", {
        thread: card,
        files: [slackFile(team, grace, "how-to.txt", "pull")]
      })
      yield* calm(site)
      people.edit(team, crew, answer, "!reply Please unplug it")
      yield* calm(site)
      assert.deepStrictEqual(said(root.ts), ["The printer is on fire + smoke.txt", "Please unplug it", "how-to.txt"])
      assert.deepStrictEqual(
        answer.reactions.map(({ name }) => name),
        ["outbox_tray"]
      )

      // The customer replies, looks up their ticket, and the team resolves it.
      people.say(team, help, ines, "It is out, thank you", { thread: root })
      yield* calm(site)
      const looked = yield* Effect.promise(() => people.command(team, help, ines, "list"))
      assert.include(looked.attempt.text, "The printer is on f")
      people.react(team, crew, card, grace, "white_check_mark")
      yield* calm(site)
      const [found, ...more] = yield* ticketsOf(site)
      assert.lengthOf(more, 0)
      if (found === undefined) return assert.fail("no ticket")
      const { ticket } = yield* (yield* Tickets).get(scope, found.ticket.id)
      assert.deepInclude(ticket, { status: "resolved", body: "The printer is on fire", source: "slack" })
      assert.isDefined(ticket.assigneeId)
      assert.deepStrictEqual(
        (yield* commentsOf(site, ticket.id)).map(({ attachments, authorType, body, visibility }) => [
          authorType,
          visibility,
          body,
          attachments.length
        ]),
        [
          ["AGENT", "internal", "Is it the one on the second floor?", 0],
          ["AGENT", "public", "Please unplug it", 1],
          ["CUSTOMER", "public", "It is out, thank you", 0]
        ]
      )
      assert.match(said(root.ts).at(-1) ?? "", /is resolved\. If it is not, reply here\./)
      assert.deepStrictEqual(
        root.reactions.map(({ name }) => name),
        ["white_check_mark"]
      )
      assert.notInclude(said(root.ts).join("\n"), "second floor")
    })
  )
})
