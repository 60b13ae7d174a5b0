import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ticketActions } from "../../../../channels/chat/blocks/ticketCard.ts"
import { Tickets } from "../../../../src/tickets/Tickets.ts"
import { connectWorkspace, Slack, slackSite } from "../../../support/SlackSite.ts"
import { answered, colleague, madeWindow, shownIn, written } from "../../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("The card of a ticket in the team's channel", (it) => {
  it.effect("C25: has buttons that do what they say, and reflects the result", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("card buttons", { mirror: "notes" })
      const { crew, help, ines, scope, team } = connected
      const { root, ticket } = yield* written(connected, "It rattles")
      const agent = yield* colleague(connected, "Bodo")
      const card = yield* slack.untilFound(() =>
        [...crew.messages.values()].find(({ blocks }) => JSON.stringify(blocks ?? []).includes(ticketActions.resolve))
      )
      const press = (action_id: string) =>
        answered(slack.people.press(team, crew, agent.user, card, { action_id, value: ticket.id }))
      yield* press(ticketActions.assignMe)
      assert.strictEqual((yield* (yield* Tickets).get(scope, ticket.id)).ticket.assigneeId, agent.id)
      yield* slack.untilFound(() => (JSON.stringify(card.blocks).includes("assigned to") ? true : undefined))
      yield* press(ticketActions.reply)
      assert.include(shownIn((yield* madeWindow(team)).view), "It rattles")
      const saying = { text: { value: { type: "plain_text_input", value: "We come by" } } }
      yield* answered(slack.people.submit(team, agent.user, (yield* madeWindow(team)).id, saying))
      yield* slack.untilFound(() => team.thread(help, root.ts).find(({ text }) => text === "We come by"))
      yield* press(ticketActions.resolve)
      yield* slack.untilFound(() => (JSON.stringify(card.blocks).includes(ticketActions.reopen) ? true : undefined))
      const { response } = yield* answered(
        slack.people.press(team, crew, ines, card, { action_id: ticketActions.reopen, value: ticket.id })
      )
      assert.include(shownIn(response.answers[0]), "Only members of the support team")
      assert.strictEqual((yield* (yield* Tickets).get(scope, ticket.id)).ticket.statusCategory, "resolved")
    })
  )
})
