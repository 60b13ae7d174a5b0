import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Installation } from "../../../support/Installation.ts"
import { connectWorkspace, Slack, slackSite } from "../../../support/SlackSite.ts"
import { shareLinks } from "../../../support/slack/deskActions.ts"
import { colleague, handled, shownIn, written } from "../../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("A link to a ticket", (it) => {
  it.effect("C26: shows the ticket where only the team can see it", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("links")
      const { crew, team } = connected
      const { live } = yield* Installation
      const agent = yield* colleague(connected, "Yann")
      const { ticket } = yield* written(connected, "Title of a secret")
      const url = `https://desk.example/b/${live.brand.slug}/t/${ticket.number}`
      const elsewhere = `https://desk.example/b/another-brand/t/${ticket.number}`
      const message = slack.people.say(team, crew, agent.user, `see ${url}`, { silent: true })
      shareLinks(slack, team, crew, agent.user, message, [url, elsewhere, "https://desk.example/docs"])
      yield* handled(connected)
      assert.lengthOf(team.unfurls, 1)
      assert.deepStrictEqual(Object.keys(team.unfurls[0]?.["unfurls"] ?? {}), [url])
      assert.include(shownIn(team.unfurls[0]), "Title of a secret")
    })
  )

  it.effect("C26: shows nothing in customer channels, in other channels, and to users who are not on the team", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("no links")
      const { crew, help, ines, random, team } = connected
      const { live } = yield* Installation
      const agent = yield* colleague(connected, "Zoe")
      const { ticket } = yield* written(connected, "Title of a secret")
      const url = `https://desk.example/b/${live.brand.slug}/t/${ticket.number}`
      for (const [channel, user] of [
        [help, agent.user],
        [random, agent.user],
        [crew, ines]
      ] as const) {
        const message = slack.people.say(team, channel, user, `see ${url}`, { silent: true })
        shareLinks(slack, team, channel, user, message, [url])
      }
      yield* handled(connected)
      assert.lengthOf(team.unfurls, 0)
      assert.isUndefined(slack.calls.find(({ method, teamId }) => method === "chat.unfurl" && teamId === team.id))
    })
  )

  it.effect("C26: stays unchanged if the workspace did not grant the scope", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("no right to links")
      const { crew, team } = connected
      const { live } = yield* Installation
      const agent = yield* colleague(connected, "Arne")
      const { ticket } = yield* written(connected, "hello")
      slack.fault({ method: "chat.unfurl", what: { error: "missing_scope" } })
      const url = `https://desk.example/b/${live.brand.slug}/t/${ticket.number}`
      const message = slack.people.say(team, crew, agent.user, url, { silent: true })
      shareLinks(slack, team, crew, agent.user, message, [url])
      yield* handled(connected)
      assert.lengthOf(team.unfurls, 0)
      // It is done: nothing is retried.
      assert.lengthOf(
        slack.calls.filter(({ method, teamId }) => method === "chat.unfurl" && teamId === team.id),
        1
      )
    })
  )
})
