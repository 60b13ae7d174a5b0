import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { homeActions } from "../../../../channels/chat/blocks/homeTab.ts"
import { ticketActions } from "../../../../channels/chat/blocks/ticketCard.ts"
import { uuidOf } from "../../../../src/domain/Ids.ts"
import { Database } from "../../../../src/sql/Database.ts"
import { ChatHomes } from "../../../../src/tickets/connections/ChatHomes.ts"
import { Tickets } from "../../../../src/tickets/Tickets.ts"
import { causation } from "../../../support/Installation.ts"
import { connectWorkspace, Slack, slackSite } from "../../../support/SlackSite.ts"
import { openTab, pressHome } from "../../../support/slack/deskActions.ts"
import type { SlackUser, Wire } from "../../../support/slack/slackRecords.ts"
import type { Workspace } from "../../../support/slack/Workspace.ts"
import {
  answered,
  colleague,
  filledWith,
  handled,
  lastWindow,
  madeWindow,
  publicIdOf,
  shownIn,
  ticketFrom,
  written
} from "../../../support/slackDesk.ts"

/** The value of the button with this action on the Home tab. */
const valueOf = (team: Workspace, user: SlackUser, actionId: string): string | undefined => {
  const blocks = (team.homes.get(user.id)?.["blocks"] ?? []) as ReadonlyArray<Wire>
  const elements = blocks.flatMap((block) => (block["elements"] ?? []) as ReadonlyArray<Wire>)
  const found = elements.find(({ action_id }) => action_id === actionId)
  return found === undefined ? undefined : String(found["value"])
}

layer(slackSite, { excludeTestServices: true })("The Home tab", (it) => {
  it.effect("C24: shows customers their own tickets, and lets them open another", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("customer home")
      const { help, ines, scope, team } = connected
      const tom = team.addUser({ name: "Tom", email: `tom-${team.id.toLowerCase()}@north.example` })
      slack.people.say(team, help, ines, "Mine alone")
      slack.people.say(team, help, tom, "Somebody else's")
      yield* handled(connected)
      openTab(slack, team, ines)
      yield* handled(connected)
      const home = shownIn(team.homes.get(ines.id))
      assert.include(home, "Mine alone")
      assert.notInclude(home, "Somebody else")
      assert.notInclude(home, ticketActions.resolve)
      yield* answered(pressHome(slack, team, ines, { action_id: homeActions.newTicket, value: "new" }))
      yield* answered(slack.people.submit(team, ines, (yield* madeWindow(team)).id, filledWith({ title: "From home" })))
      yield* handled(connected)
      openTab(slack, team, ines)
      yield* handled(connected)
      assert.include(shownIn(team.homes.get(ines.id)), "From home")
      assert.strictEqual((yield* ticketFrom(scope, tom.email)).ticket.title, "Somebody else's")
    })
  )

  it.effect("C24: shows the team their own and unassigned tickets, and handles its buttons", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("team home")
      const { scope, team } = connected
      const agent = yield* colleague(connected, "Wanda")
      const { found } = yield* written(connected, "To be taken")
      openTab(slack, team, agent.user)
      yield* handled(connected)
      assert.include(shownIn(team.homes.get(agent.user.id)), "Nothing is assigned to you")
      const unassigned = { action_id: "home_list_unassigned", value: valueOf(team, agent.user, "home_list_unassigned") }
      yield* answered(pressHome(slack, team, agent.user, unassigned))
      assert.include(shownIn(team.homes.get(agent.user.id)), publicIdOf(found))
      yield* answered(pressHome(slack, team, agent.user, { action_id: ticketActions.assignMe, value: found.ticket.id }))
      assert.strictEqual((yield* (yield* Tickets).get(scope, found.ticket.id)).ticket.assigneeId, agent.id)
      assert.notInclude(shownIn(team.homes.get(agent.user.id)), publicIdOf(found))
      const mine = { action_id: "home_list_mine", value: valueOf(team, agent.user, "home_list_mine") }
      yield* answered(pressHome(slack, team, agent.user, mine))
      assert.include(shownIn(team.homes.get(agent.user.id)), publicIdOf(found))
    })
  )

  it.effect("C24: pages, with each ticket on one page, and stays within a hundred blocks", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("pages")
      const { scope, team } = connected
      const agent = yield* colleague(connected, "Xaver")
      const tickets = yield* Tickets
      for (let number = 1; number <= 45; number++)
        yield* tickets.create(scope, causation, {
          title: `Paged ${number}.`,
          customer: { email: `pages-${team.id.toLowerCase()}@north.example` },
          assigneeId: agent.id,
          source: "api"
        })
      openTab(slack, team, agent.user)
      yield* handled(connected)
      const seen: Array<string> = []
      for (let page = 0; page < 3; page++) {
        const home = team.homes.get(agent.user.id)
        const found = [...new Set(shownIn(home).match(/Paged \d+\./g))]
        assert.lengthOf(found, page < 2 ? 20 : 5)
        seen.push(...found)
        const value = valueOf(team, agent.user, homeActions.older)
        if (page < 2) yield* answered(pressHome(slack, team, agent.user, { action_id: homeActions.older, value }))
        else assert.isUndefined(value)
      }
      assert.lengthOf(new Set(seen), 45)
      openTab(slack, team, agent.user)
      yield* handled(connected)
      assert.include(shownIn(team.homes.get(agent.user.id)), seen[44] ?? "nothing")
      yield* answered(
        pressHome(slack, team, agent.user, {
          action_id: "home_list_mine",
          value: valueOf(team, agent.user, "home_list_mine")
        })
      )
      assert.include(shownIn(team.homes.get(agent.user.id)), seen[0] ?? "nothing")
    })
  )

  it.effect("C24: follows changes of its tickets, and only those, as long as someone looks at it", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("following")
      const { help, ines, scope, team } = connected
      const tom = team.addUser({ name: "Tom", email: `tom-${team.id.toLowerCase()}@north.example` })
      slack.people.say(team, help, ines, "Before")
      slack.people.say(team, help, tom, "Not hers")
      yield* handled(connected)
      const [hers, his] = [yield* ticketFrom(scope, ines.email), yield* ticketFrom(scope, tom.email)]
      const old = team.addUser({ name: "Otto", email: ines.email })
      for (const user of [ines, old]) openTab(slack, team, user)
      yield* handled(connected)
      const { system } = yield* Database
      yield* system`UPDATE chat_homes SET opened_at = now() - interval '8 days' WHERE external_id = ${old.id}`
      // Hides everything that happened before.
      yield* system`UPDATE tickets SET updated_at = now() - interval '1 hour' WHERE id = ANY (${[hers, his].map(({ ticket }) => uuidOf(ticket.id))}::uuid[])`
      const published = (user: string) =>
        slack.calls.filter(({ args, method }) => method === "views.publish" && args["user_id"] === user).length
      // Changes found before that are shown by then.
      yield* Effect.sleep("1 second")
      const [before, ofOld] = [published(ines.id), published(old.id)]
      const homes = yield* ChatHomes
      const tickets = yield* Tickets
      yield* tickets.update(scope, causation, his.ticket.id, { title: "Still not hers" })
      const isBehind = Effect.map(homes.behind(Duration.days(7), 100), (found) =>
        found.some(({ externalId }) => externalId === ines.id)
      )
      assert.isFalse(yield* isBehind)
      assert.strictEqual(published(ines.id), before)
      yield* tickets.update(scope, causation, hers.ticket.id, { title: "After" })
      yield* slack.untilFound(() => (shownIn(team.homes.get(ines.id)).includes("After") ? true : undefined))
      assert.notInclude(shownIn(team.homes.get(ines.id)), "not hers")
      assert.strictEqual(published(old.id), ofOld)
    })
  )

  it.effect("shows its first page for an unknown button value", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { ines, team } = yield* connectWorkspace("odd pages")
      for (const value of ["", "{", '{"list":"all"}', '{"list":"mine","after":{"value":1,"id":"tkt_x"}}']) {
        yield* answered(pressHome(slack, team, ines, { action_id: homeActions.older, value }))
        assert.include(shownIn(team.homes.get(ines.id)), "You have no tickets yet")
      }
    })
  )

  it.effect("explains in a modal why one of its buttons did nothing", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { ines, team } = yield* connectWorkspace("odd button")
      yield* answered(pressHome(slack, team, ines, { action_id: ticketActions.resolve, value: "tkt_none" }))
      assert.include(shownIn(lastWindow(team).view), "does not exist")
    })
  )

  it.effect("is left alone when the other tab is opened", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("other tab")
      const { ines, team } = connected
      openTab(slack, team, ines, "messages")
      yield* handled(connected)
      assert.isFalse(team.homes.has(ines.id))
    })
  )
})
