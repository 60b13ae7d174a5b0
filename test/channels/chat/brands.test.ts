import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Brands } from "../../../src/accounts/Brands.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { causation, Installation } from "../../support/Installation.ts"
import { type Connected, connectWorkspace, eventually, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { seedMember } from "../../support/signInServices.ts"
import { handled, secondBrand, settle } from "../../support/slackDesk.ts"
import { fresh } from "../../support/ticketService.ts"

const settingsOf = Effect.fn(function* ({ connection }: Connected) {
  const found = yield* (yield* ConnectionStore).reached("chat", connection.id)
  return Option.getOrThrow(found).connection.settings
})

/** A workspace with two brands: the one it was connected for, and another, whose channel is `random`. */
const shared = Effect.fn(function* (name: string) {
  const connected = yield* connectWorkspace(name)
  return { ...connected, ...(yield* secondBrand(connected)) }
})

layer(slackSite, { excludeTestServices: true })("A workspace with two brands", (it) => {
  it.effect("opens and answers the tickets of each in its own channels", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* shared("two brands")
      const root = people.say(one.team, one.random, one.ines, "For the second")
      people.say(one.team, one.help, one.ines, "For the first")
      yield* handled(one)
      people.say(one.team, one.random, one.ines, "More for the second", { thread: root })
      yield* handled(one)
      assert.deepStrictEqual(
        (yield* ticketsOf(one)).map(({ ticket }) => ticket.title),
        ["For the first"]
      )
      const theirs = yield* ticketsOf({ ines: one.ines, scope: one.second })
      assert.deepStrictEqual(
        theirs.map(({ ticket }) => [ticket.title, ticket.commentCount]),
        [["For the second", 1]]
      )
      const [found] = theirs
      if (found === undefined) return assert.fail("no ticket")
      const said = { authorType: "AGENT", authorId: "mem_ada", authorName: "Ada Byron", source: "api" } as const
      yield* fresh(
        (yield* Comments).add(one.second, causation, found.ticket.id, { ...said, body: "Hello", visibility: "public" })
      )
      yield* eventually(
        Effect.sync(() =>
          one.team.thread(one.random, root.ts).find(({ text, botId }) => text === "Hello" && botId !== undefined)
        )
      )
    })
  )

  it.effect("asks once which brand a direct message is for, and makes one ticket of everything written by then", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* shared("asking")
      const direct = one.team.directChannel(one.ines.id)
      const first = slack.people.say(one.team, direct, one.ines, "The invoice is wrong")
      yield* Effect.promise(() => slack.people.tell(one.team, direct, first))
      slack.people.say(one.team, direct, one.ines, "The one of May")
      yield* handled(one)
      assert.lengthOf(yield* ticketsOf(one), 0)
      const questions = [...direct.messages.values()].filter(({ botId }) => botId === one.team.botId)
      const [question] = questions
      if (question === undefined) return assert.fail("no question")
      const actions = question.blocks?.find((block) => block["type"] === "actions")
      const buttons = actions?.["elements"] as ReadonlyArray<{
        action_id: string
        value: string
        text: { text: string }
      }>
      assert.lengthOf(buttons, 2)
      const chosen = buttons.find(({ text }) => text.text === one.brand.name)
      const press = () =>
        Effect.promise(() =>
          slack.people.press(one.team, direct, one.ines, question, {
            action_id: chosen?.action_id,
            value: chosen?.value
          })
        )
      const { attempt } = yield* press()
      assert.strictEqual(attempt.status, 200)
      yield* press()
      yield* handled(one)
      assert.lengthOf(yield* ticketsOf(one), 0)
      const theirs = yield* ticketsOf({ ines: one.ines, scope: one.second })
      assert.deepStrictEqual(
        theirs.map(({ ticket }) => [ticket.title, ticket.commentCount]),
        [["The invoice is wrong", 1]]
      )
      assert.include(question.text, "Sent to Second asking")
      // From then on, the conversation belongs to that ticket.
      slack.people.say(one.team, direct, one.ines, "And the one of June")
      yield* handled(one)
      assert.strictEqual((yield* ticketsOf({ ines: one.ines, scope: one.second }))[0]?.ticket.commentCount, 2)
    })
  )

  it.effect("offers a search for the brand of a direct message when there are more than fit in a row of buttons", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const { live } = yield* Installation
      const connected = yield* connectWorkspace("many brands")
      const { connection, ines, scope, team } = connected
      const brands = yield* Effect.forEach(
        Array.from({ length: 26 }, (_, n) => n),
        (n) => fresh(Effect.flatMap(Brands, (all) => all.create(live.tenant, causation, { name: `Many ${n}` })))
      )
      yield* settle(connection, scope, (settings) => ({
        ...settings,
        channels: [
          ...settings.channels,
          ...brands.map(({ id }, n) => ({
            ...{ channelId: `C0MANY${n}`, role: "customer" as const, trigger: "every_message" as const, brandId: id }
          }))
        ]
      }))
      const direct = team.directChannel(ines.id)
      const question = yield* eventually(
        Effect.gen(function* () {
          slack.people.say(team, direct, ines, "Whom do I ask?")
          yield* handled(connected)
          return [...direct.messages.values()].find(({ blocks }) =>
            JSON.stringify(blocks ?? []).includes("external_select")
          )
        })
      )
      const ts = /brand_choice (\d+\.\d+)/.exec(JSON.stringify(question.blocks))?.[1] ?? ""
      const [chosen] = brands.slice(-1)
      const action = {
        ...{ type: "external_select", action_id: "brand_choice_search", block_id: `brand_choice ${ts}` },
        selected_option: { value: `${chosen?.id} ${ts}` }
      }
      yield* Effect.promise(() => slack.people.press(team, direct, ines, question, action))
      yield* handled(connected)
      const brand = { tenant: scope.tenant, brandId: chosen?.id ?? scope.brandId }
      assert.lengthOf(yield* ticketsOf({ ines, scope: brand }), 1)
    })
  )

  it.effect("ignores a button with a brand that is not its own", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* shared("forged")
      const direct = one.team.directChannel(one.ines.id)
      slack.people.say(one.team, direct, one.ines, "Hello")
      yield* handled(one)
      const question = [...direct.messages.values()].find(({ botId }) => botId === one.team.botId)
      if (question === undefined) return assert.fail("no question")
      const { test } = yield* Installation
      for (const value of [`${test.brand.id} 1700000000.000100`, "nonsense", `${one.brand.id} now`]) {
        const pressed = yield* Effect.promise(() =>
          slack.people.press(one.team, direct, one.ines, question, { action_id: "brand_choice_0", value })
        )
        assert.strictEqual(pressed.attempt.status, 200)
      }
      yield* handled(one)
      assert.lengthOf(yield* ticketsOf(one), 0)
      assert.lengthOf(yield* ticketsOf({ ines: one.ines, scope: one.second }), 0)
    })
  )
})

layer(slackSite, { excludeTestServices: true })("Changes of channels and reactions", (it) => {
  it.effect("are applied: a channel is archived, renamed, left, or gets another id", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* connectWorkspace("moving")
      const root = slack.people.say(one.team, one.help, one.ines, "Before")
      yield* handled(one)
      const tell = (event: Record<string, unknown>) => Effect.promise(() => slack.emit(one.team, event))
      yield* tell({ type: "channel_rename", channel: { id: one.help.id, name: "support", created: 1 } })
      yield* tell({ type: "channel_archive", channel: one.crew.id, user: one.ines.id })
      yield* handled(one)
      const [help, crew] = (yield* settingsOf(one)).channels
      assert.deepInclude(help, { name: "support" })
      assert.deepInclude(crew, { state: "archived" })

      const moved = one.team.addChannel("moved")
      moved.messages.set(root.ts, root)
      yield* tell({ type: "channel_id_changed", old_channel_id: one.help.id, new_channel_id: moved.id })
      yield* handled(one)
      slack.people.say(one.team, moved, one.ines, "After", { thread: root })
      yield* handled(one)
      const [ticket, ...more] = yield* ticketsOf(one)
      assert.lengthOf(more, 0)
      assert.strictEqual(ticket?.ticket.commentCount, 1)
      slack.people.edit(one.team, moved, root, "Before, mended")
      yield* handled(one)
      assert.strictEqual((yield* ticketsOf(one))[0]?.ticket.body, "Before, mended")

      // Members who join a channel are ignored, unless it is the app.
      yield* tell({ type: "member_joined_channel", channel: one.crew.id, user: one.ines.id })
      yield* tell({ type: "channel_left", channel: one.crew.id, actor_id: one.ines.id })
      yield* handled(one)
      assert.deepInclude((yield* settingsOf(one)).channels[1], { state: "left" })
      yield* tell({ type: "member_joined_channel", channel: one.crew.id, user: one.team.botUserId })
      yield* handled(one)
      assert.notProperty((yield* settingsOf(one)).channels[1], "state")
    })
  )

  it.effect("undo what an agent did with a reaction, and follow the workspace's settings", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* connectWorkspace("undoing")
      const email = `grace-${one.team.id.toLowerCase()}@team.example`
      const id = yield* seedMember(one.scope.tenant.accountId, email, "agent")
      const grace = one.team.addUser({ name: "Grace", email })
      const root = people.say(one.team, one.help, one.ines, "Please help")
      yield* handled(one)
      const tickets = yield* Tickets
      const now = Effect.map(ticketsOf(one), ([found]) => found?.ticket)
      const react = Effect.fn(function* (name: string, added = true) {
        yield* Effect.promise(() => people.react(one.team, one.help, root, grace, name, added))
        yield* handled(one)
        return yield* now
      })
      assert.deepInclude(yield* react("white_check_mark"), { status: "resolved" })
      assert.deepInclude(yield* react("white_check_mark", false), { status: "open" })
      // Someone else resolved it the second time.
      yield* react("white_check_mark")
      const ticket = yield* now
      if (ticket === undefined) return assert.fail("no ticket")
      yield* fresh(tickets.update(one.scope, causation, ticket.id, { status: "open" }))
      yield* fresh(tickets.update(one.scope, causation, ticket.id, { status: "resolved" }))
      assert.deepInclude(yield* react("white_check_mark", false), { status: "resolved" })

      yield* settle(one.connection, one.scope, (settings) => ({ ...settings, reactions: { raised_hand: "assign" } }))
      yield* eventually(Effect.map(settingsOf(one), ({ reactions }) => reactions))
      assert.isUndefined((yield* react("eyes"))?.assigneeId)
      yield* eventually(
        Effect.map(react("raised_hand::skin-tone-3"), (after) => (after?.assigneeId === id ? true : undefined))
      )
    })
  )
})
