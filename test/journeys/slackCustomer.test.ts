import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { commentsOf, connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../support/SlackSite.ts"
import { seedMember } from "../support/signInServices.ts"
import { slackFile } from "../support/slack/SlackPeople.ts"

layer(slackSite, { excludeTestServices: true, timeout: "60 seconds" })("Somebody who lives in Slack", (it) => {
  it.effect("asks, sends a file, mends a word, is answered from the team's channel, and is done", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { people } = slack
      const { system } = yield* Database
      const site = yield* connectWorkspace("journey", { mirror: "replies" })
      const { connection, crew, help, ines, scope, team } = site
      const email = `grace-${team.id.toLowerCase()}@team.example`
      yield* seedMember(scope.tenant.accountId, email, "agent")
      const grace = team.addUser({ name: "Grace", email })

      const calm = Effect.gen(function* () {
        for (let round = 0; round < 2; round++) {
          yield* slack.told
          yield* eventually(
            Effect.map(
              system<{
                left: number
              }>`SELECT (SELECT count(*) FROM channel_inbox i WHERE i.connection_id = k.id AND i.done_at IS NULL AND i.failed_at IS NULL)::int
                  + (SELECT count(*) FROM chat_updates u WHERE u.connection_id = k.id)::int
                  + (SELECT count(*) FROM outgoing_mail m WHERE m.connection_id = k.id AND m.state IN ('queued', 'sending'))::int AS left
                FROM channel_connections k WHERE k.external_id = ${connection.externalId}`,
              ([row]) => (row?.left === 0 ? true : undefined)
            )
          )
        }
      })
      const said = (root: Parameters<typeof team.thread>[1], channel = help) =>
        team
          .thread(channel, root)
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ files, text }) => [text, ...files.map(({ name }) => name)].filter((part) => part !== "").join(" + "))

      // The customer asks, with a file, and mends a word.
      const root = people.say(team, help, ines, "The printer is on fier", {
        files: [slackFile(team, ines, "smoke.txt", "much smoke")]
      })
      yield* calm
      people.edit(team, help, root, "The printer is on fire")
      yield* calm
      const card = [...crew.messages.values()].find(
        ({ botId, threadTs }) => botId !== undefined && threadTs === undefined
      )
      if (card === undefined) return assert.fail("the team has heard nothing")
      assert.include(said(card.ts, crew), "The printer is on fire")
      assert.isTrue(said(card.ts, crew).some((line) => line.includes("smoke.txt")))

      // The team talks about it, takes it, and answers, with a file and a slip that is mended.
      people.say(team, crew, grace, "Is it the one on the second floor?", { thread: card })
      people.react(team, crew, card, grace, "eyes")
      yield* calm
      const answer = people.say(team, crew, grace, "!reply Pleas unplug it", {
        thread: card,
        files: [slackFile(team, grace, "how-to.txt", "pull")]
      })
      yield* calm
      people.edit(team, crew, answer, "!reply Please unplug it")
      yield* calm
      assert.deepStrictEqual(said(root.ts), ["The printer is on fire + smoke.txt", "Please unplug it", "how-to.txt"])
      assert.deepStrictEqual(
        answer.reactions.map(({ name }) => name),
        ["outbox_tray"]
      )

      // The customer answers, looks their ticket up, and the team is done.
      people.say(team, help, ines, "It is out, thank you", { thread: root })
      yield* calm
      const looked = yield* Effect.promise(() => people.command(team, help, ines, "list"))
      assert.include(looked.attempt.text, "The printer is on f")
      people.react(team, crew, card, grace, "white_check_mark")
      yield* calm
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
      assert.match(said(root.ts).at(-1) ?? "", /is resolved\. Write here if it is not\./)
      assert.deepStrictEqual(
        root.reactions.map(({ name }) => name),
        ["white_check_mark"]
      )
      assert.notInclude(said(root.ts).join("\n"), "second floor")
    })
  )
})
