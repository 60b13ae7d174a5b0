import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { Brands } from "../../../../src/accounts/Brands.ts"
import { ConnectionStore } from "../../../../src/tickets/ConnectionStore.ts"
import { causation } from "../../../support/Installation.ts"
import { type Connected, connectWorkspace, eventually, Slack, slackSite } from "../../../support/SlackSite.ts"
import {
  answered,
  colleague,
  fieldsOf,
  filledWith,
  handled,
  lastWindow,
  publicIdOf,
  shownIn,
  ticketFrom,
  ticketsFrom
} from "../../../support/slackDesk.ts"
import { fresh } from "../../../support/ticketService.ts"

/** Lets a workspace serve another brand, whose channel is `random` and whose tickets begin with a number. */
const sharing = Effect.fn(function* (connected: Connected, ticketNumberStart: number) {
  const { connection, random, scope } = connected
  const name = `Second ${connection.name}`
  const brand = yield* fresh((yield* Brands).create(scope.tenant, causation, { name, ticketNumberStart }))
  yield* (yield* ConnectionStore).change(scope, causation, "chat", connection.id, (found) =>
    Result.succeed({
      connection: {
        ...found,
        settings: {
          ...found.settings,
          channels: [
            ...found.settings.channels,
            { channelId: random.id, role: "customer" as const, trigger: "every_message" as const, brandId: brand.id }
          ]
        }
      },
      audit: { event: "channel.updated", entityType: "channel", entityId: connection.id }
    })
  )
  return { brand, second: { tenant: scope.tenant, brandId: brand.id } }
})

layer(slackSite, { excludeTestServices: true, timeout: "60 seconds" })("A workspace of two brands", (it) => {
  it.effect("C21: asks for the brand where there are several, and not in a channel that is one brand's", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("choice of brand")
      const { help, ines, random, scope, team } = connected
      const { brand, second } = yield* sharing(connected, 1)
      const direct = team.directChannel(ines.id)
      const opened = (channel: typeof help) =>
        Effect.map(answered(slack.people.command(team, channel, ines, "")), () => lastWindow(team))
      // The workspace is remembered for a while; what changes it is heard of.
      const window = yield* eventually(
        Effect.map(opened(direct), (view) => (fieldsOf(view).includes("brand") ? view : undefined))
      )
      const values = {
        ...filledWith({ title: "For the second" }),
        brand: { value: { type: "static_select", selected_option: { value: brand.id } } }
      }
      yield* answered(slack.people.submit(team, ines, window.id, values))
      yield* handled(connected)
      assert.strictEqual((yield* ticketFrom(second, ines.email)).ticket.title, "For the second")
      assert.lengthOf(yield* ticketsFrom(scope, ines.email ?? ""), 0)
      const placed = yield* opened(random)
      assert.notInclude(fieldsOf(placed), "brand")
      yield* answered(slack.people.submit(team, ines, placed.id, filledWith({ title: "For its channel" })))
      const foreign = { ...values, brand: { value: { selected_option: { value: "br_01h455vb4pex5vsknk084sn02q" } } } }
      yield* answered(slack.people.submit(team, ines, (yield* opened(direct)).id, foreign))
      yield* handled(connected)
      assert.lengthOf(yield* ticketsFrom(second, ines.email ?? ""), 2)
      // A brand that is none of the workspace's is nobody's choice: it becomes the workspace's own.
      assert.lengthOf(yield* ticketsFrom(scope, ines.email ?? ""), 1)
    })
  )

  it.effect("asks which ticket is meant where both have the number, and takes the prefix for an answer", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("same numbers")
      const { help, ines, random, scope, team } = connected
      const agent = yield* colleague(connected, "Cora")
      slack.people.say(team, help, ines, "First brand")
      yield* handled(connected)
      const one = yield* ticketFrom(scope, ines.email)
      const { second } = yield* sharing(connected, one.ticket.number)
      // The workspace is remembered for a while; what changes it is heard of.
      const other = yield* eventually(
        Effect.gen(function* () {
          slack.people.say(team, random, ines, "Second brand")
          yield* handled(connected)
          const [first] = yield* ticketsFrom(second, ines.email ?? "")
          return first
        })
      )
      assert.strictEqual(other.ticket.number, one.ticket.number)
      assert.notStrictEqual(other.ticket.id, one.ticket.id)
      const both = yield* answered(slack.people.command(team, help, agent.user, String(one.ticket.number)))
      assert.include(shownIn(both.answer), "Which one")
      const named = yield* answered(slack.people.command(team, help, agent.user, publicIdOf(other)))
      assert.include(shownIn(named.answer), other.ticket.title)
      assert.notInclude(shownIn(named.answer), "First brand")
    })
  )
})
