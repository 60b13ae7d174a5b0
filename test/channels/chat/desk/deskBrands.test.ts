import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connectWorkspace, eventually, Slack, slackSite } from "../../../support/SlackSite.ts"
import { typeInto } from "../../../support/slack/deskActions.ts"
import type { Wire } from "../../../support/slack/slackRecords.ts"
import {
  answered,
  colleague,
  fieldsOf,
  filledWith,
  handled,
  madeWindow,
  publicIdOf,
  secondBrand,
  shownIn,
  ticketFrom,
  ticketsFrom,
  written
} from "../../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("A workspace with two brands", (it) => {
  it.effect("C21: asks for the brand if there are several, but not in a channel that belongs to one brand", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("choice of brand")
      const { help, ines, random, scope, team } = connected
      const { brand, second } = yield* secondBrand(connected)
      const direct = team.directChannel(ines.id)
      const opened = (channel: typeof help) =>
        Effect.andThen(answered(slack.people.command(team, channel, ines, "")), madeWindow(team))
      // The workspace is cached for a while; changes to it invalidate the cache.
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
      // A brand that does not belong to the workspace cannot be chosen: the ticket goes to the workspace's own.
      assert.lengthOf(yield* ticketsFrom(scope, ines.email ?? ""), 1)
    })
  )

  it.effect("finds brands by typed text if a list of them is too short, limited to those that the user may see", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("searched brands")
      const { ines, team } = connected
      const { brand } = yield* secondBrand(connected)
      const typed = (text: string, from: Wire) =>
        Effect.map(answered(typeInto(slack, team, ines, text, from)), ({ answer }) => answer?.["options"])
      const inForm = { block_id: "brand", action_id: "value", container: { type: "view", view_id: "V1" } }
      const found = yield* eventually(
        Effect.map(typed("second", inForm), (options) =>
          (options as ReadonlyArray<Wire>).length > 0 ? options : undefined
        )
      )
      assert.deepStrictEqual(found, [
        { text: { type: "plain_text", text: "Second searched brands", emoji: true }, value: brand.id }
      ])
      assert.deepStrictEqual(yield* typed("no such brand", inForm), [])
      const ts = "1700000000.000100"
      const asked = { block_id: `brand_choice ${ts}`, action_id: "brand_choice_search" }
      assert.include(JSON.stringify(yield* typed("SECOND", asked)), `"value":"${brand.id} ${ts}"`)
      // A select that is not ours has no options.
      assert.isUndefined(yield* typed("x", { block_id: "other", action_id: "other" }))
      assert.isUndefined(yield* typed("x", {}))
    })
  )

  it.effect("asks which ticket is meant if both brands have the number, and accepts the prefix as an answer", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const connected = yield* connectWorkspace("same numbers")
      const { help, ines, random, team } = connected
      const agent = yield* colleague(connected, "Cora")
      const { found: one } = yield* written(connected, "First brand")
      const { second } = yield* secondBrand(connected, { ticketNumberStart: one.ticket.number })
      // The workspace is cached for a while; changes to it invalidate the cache.
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
