import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connectWorkspace, eventually, Slack, slackSiteOver } from "../../../support/SlackSite.ts"
import { answered, filledWith, handled, madeWindow, shownIn, ticketFrom } from "../../../support/slackDesk.ts"

layer(slackSiteOver("sockets"), { excludeTestServices: true })("Interactions over sockets", (it) => {
  it.effect("include commands and forms, answered in their acknowledgement, and a form creates one ticket", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      slack.usesSockets = true
      yield* eventually(Effect.sync(() => (slack.sockets.open.size === 2 ? true : undefined)))
      const connected = yield* connectWorkspace("sockets by hand")
      const { help, ines, scope, team } = connected
      const listed = yield* answered(slack.people.command(team, help, ines, "help"))
      assert.include(shownIn(listed.answer), "/ticket list")
      yield* answered(slack.people.command(team, help, ines, "over a socket"))
      const window = yield* madeWindow(team)
      const refused = yield* answered(slack.people.submit(team, ines, window.id, filledWith({ title: "" })))
      assert.deepInclude(refused.answer, { response_action: "errors" })
      const values = filledWith({ title: "over a socket" })
      yield* Effect.all(
        [1, 2].map(() => answered(slack.people.submit(team, ines, window.id, values))),
        { concurrency: "unbounded" }
      )
      yield* handled(connected)
      assert.strictEqual((yield* ticketFrom(scope, ines.email)).ticket.title, "over a socket")
    })
  )
})
