import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ticketActions } from "../../../../channels/chat/blocks/ticketCard.ts"
import { Database } from "../../../../src/sql/Database.ts"
import { Tickets } from "../../../../src/tickets/Tickets.ts"
import { causation } from "../../../support/Installation.ts"
import { commentsOf, connectWorkspace, Slack, slackSite } from "../../../support/SlackSite.ts"
import { pressAnswer } from "../../../support/slack/deskActions.ts"
import type { Wire } from "../../../support/slack/slackRecords.ts"
import {
  answered,
  colleague,
  filledWith,
  handled,
  madeWindow,
  publicIdOf,
  shownIn,
  ticketFrom,
  written
} from "../../../support/slackDesk.ts"

/** The values of an answer form with this text. */
const saying = (text: string): Wire => ({ text: { value: { type: "plain_text_input", value: text } } })

/** A workspace with a ticket of its customer and a team member. */
const withTicket = Effect.fn(function* (name: string, agentName: string) {
  const slack = yield* Slack
  const connected = yield* connectWorkspace(name)
  const { scope } = connected
  const { found } = yield* written(connected, `Help with ${name}`)
  const agent = yield* colleague(connected, agentName)
  const now = Effect.map(
    Effect.flatMap(Tickets, (tickets) => tickets.get(scope, found.ticket.id)),
    ({ ticket }) => ticket
  )
  return { ...connected, slack, agent, found, id: found.ticket.id, now }
})

layer(slackSite, { excludeTestServices: true })("A button below a ticket", (it) => {
  it.effect("C25: assigns, resolves and reopens for the team, and shows the result where it was clicked", () =>
    Effect.gen(function* () {
      const { agent, crew, id, now, slack, team } = yield* withTicket("buttons", "Olga")
      const pressed = (action: Wire) => answered(pressAnswer(slack, team, crew, agent.user, action))
      const assigned = yield* pressed({ action_id: ticketActions.assignMe, value: id })
      assert.strictEqual((yield* now).assigneeId, agent.id)
      assert.deepInclude(assigned.response.answers[0], { replace_original: true })
      assert.include(shownIn(assigned.response.answers[0]), "assigned to")
      const resolved = yield* pressed({ action_id: ticketActions.resolve, value: id })
      assert.strictEqual((yield* now).statusCategory, "resolved")
      assert.include(shownIn(resolved.response.answers[0]), ticketActions.reopen)
      yield* pressed({ action_id: ticketActions.reopen, value: id })
      assert.strictEqual((yield* now).statusCategory, "open")
    })
  )

  it.effect("C25: assigns to the chosen user, if they are on the team", () =>
    Effect.gen(function* () {
      const connected = yield* withTicket("choices", "Paul")
      const { agent, crew, id, ines, now, slack, team } = connected
      const other = yield* colleague(connected, "Quirin")
      const choose = (user: string) =>
        answered(
          pressAnswer(slack, team, crew, agent.user, {
            type: "users_select",
            action_id: ticketActions.assign,
            block_id: `ticket ${id}`,
            selected_user: user
          })
        )
      yield* choose(other.user.id)
      assert.strictEqual((yield* now).assigneeId, other.id)
      const { response } = yield* choose(ines.id)
      assert.include(shownIn(response.answers[0]), "not a member of the support team")
      assert.strictEqual((yield* now).assigneeId, other.id)
    })
  )

  it.effect("C25, C41: checks the permissions of whoever clicks it, every time", () =>
    Effect.gen(function* () {
      const connected = yield* withTicket("rights", "Rosa")
      const { agent, crew, id, ines, now, scope, slack, team } = connected
      const stranger = team.addUser({ name: "Eve", email: agent.email, teamId: "T0OTHER", isStranger: true })
      const guest = team.addUser({ name: "Gus", email: agent.email, isRestricted: true })
      for (const user of [ines, stranger, guest])
        for (const action_id of [ticketActions.assignMe, ticketActions.resolve]) {
          const { response } = yield* answered(pressAnswer(slack, team, crew, user, { action_id, value: id }))
          assert.lengthOf(response.answers, 1)
          assert.deepInclude(response.answers[0], { response_type: "ephemeral", replace_original: false })
        }
      const { system } = yield* Database
      yield* system`UPDATE members SET status = 'pending' WHERE account_id IN
        (SELECT account_id FROM tenants WHERE id = ${scope.tenant.id}) AND email = ${agent.email}`
      const { response } = yield* answered(
        pressAnswer(slack, team, crew, agent.user, { action_id: ticketActions.resolve, value: id })
      )
      assert.include(shownIn(response.answers[0]), "Only members of the support team")
      assert.deepInclude(yield* now, { statusCategory: "open", assigneeId: undefined })
    })
  )

  it.effect("C25: tells whoever clicks it that the ticket is gone, merged or does not exist", () =>
    Effect.gen(function* () {
      const { agent, crew, found, id, scope, slack, team } = yield* withTicket("stale", "Sven")
      yield* (yield* Tickets).delete(scope, causation, id)
      for (const value of [id, "tkt_unknown", "'; drop table tickets", "", found.ticket.customerId]) {
        const { response } = yield* answered(
          pressAnswer(slack, team, crew, agent.user, { action_id: ticketActions.resolve, value })
        )
        assert.include(shownIn(response.answers[0]), "does not exist", value)
      }
    })
  )

  it.effect("C25: answers the customer through a modal, once, and keeps the text that could not be stored", () =>
    Effect.gen(function* () {
      const connected = yield* withTicket("reply window", "Tara")
      const { agent, crew, found, id, slack, team } = connected
      yield* answered(pressAnswer(slack, team, crew, agent.user, { action_id: ticketActions.reply, value: id }))
      const window = yield* madeWindow(team)
      assert.include(shownIn(window.view), publicIdOf(found))
      const empty = yield* answered(slack.people.submit(team, agent.user, window.id, saying("  ")))
      assert.deepInclude(empty.answer, { response_action: "errors" })
      const sent = yield* Effect.all(
        Array.from({ length: 4 }, () =>
          answered(slack.people.submit(team, agent.user, window.id, saying("On our way")))
        ),
        { concurrency: "unbounded" }
      )
      for (const { answer } of sent) assert.deepStrictEqual(answer, { response_action: "clear" })
      const changed = yield* answered(slack.people.submit(team, agent.user, window.id, saying("On our way, really")))
      assert.include(shownIn(changed.answer), "already been added")
      assert.deepStrictEqual(
        (yield* commentsOf(connected, id)).map(({ authorName, body, visibility }) => [authorName, visibility, body]),
        [[agent.email, "public", "On our way"]]
      )
    })
  )

  it.effect("C25: accepts no answer from anyone who may not see the ticket, whatever the modal says", () =>
    Effect.gen(function* () {
      const connected = yield* withTicket("forged window", "Udo")
      const { agent, crew, id, slack, team } = connected
      yield* answered(pressAnswer(slack, team, crew, agent.user, { action_id: ticketActions.reply, value: id }))
      const eve = team.addUser({ name: "Eve", email: `eve-${team.id.toLowerCase()}@north.example` })
      const { answer } = yield* answered(slack.people.submit(team, eve, (yield* madeWindow(team)).id, saying("Psst")))
      assert.include(shownIn(answer), "do not have access")
      assert.lengthOf(yield* commentsOf(connected, id), 0)
    })
  )

  it.effect("updates a message about its ticket outside of a ticket thread", () =>
    Effect.gen(function* () {
      const connected = yield* withTicket("card in a message", "Vera")
      const { agent, slack, team } = connected
      const email = `south-${team.id.toLowerCase()}@south.example`
      yield* answered(slack.people.command(team, connected.crew, agent.user, ""))
      yield* answered(
        slack.people.submit(team, agent.user, (yield* madeWindow(team)).id, filledWith({ title: "called", email }))
      )
      yield* handled(connected)
      const { ticket } = yield* ticketFrom(connected.scope, email)
      const direct = team.directChannel(agent.user.id)
      const [card] = [...direct.messages.values()]
      if (card === undefined) return assert.fail("no card")
      yield* answered(
        slack.people.press(team, direct, agent.user, card, { action_id: ticketActions.resolve, value: ticket.id })
      )
      assert.include(JSON.stringify(card.blocks), ticketActions.reopen)
    })
  )
})
