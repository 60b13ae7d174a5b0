import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Brands } from "../../../src/accounts/Brands.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { causation } from "../../support/Installation.ts"
import { connectWorkspace, Slack, slackSite, ticketsOf } from "../../support/SlackSite.ts"
import { slackFile } from "../../support/slack/SlackPeople.ts"
import type { SlackMessage } from "../../support/slack/slackRecords.ts"
import { handled, secondBrand } from "../../support/slackDesk.ts"
import { fresh } from "../../support/ticketService.ts"

/** A user's direct conversation in a workspace of two brands: `scope` and `second`. */
const talking = Effect.fn(function* (name: string) {
  const slack = yield* Slack
  const connected = yield* connectWorkspace(name)
  const one = { ...connected, ...(yield* secondBrand(connected)) }
  const direct = one.team.directChannel(one.ines.id)
  const questions = () => [...direct.messages.values()].filter(({ botId }) => botId === one.team.botId)
  return {
    ...one,
    /** The app's own messages there, oldest first. */
    questions,
    /** The latest unanswered one: the app may have posted a status since. */
    lastOpen: () => questions().findLast(({ blocks = [] }) => blocks.some(({ type }) => type === "actions")),
    say: (text: string, thread?: SlackMessage) =>
      Effect.gen(function* () {
        const message = slack.people.say(one.team, direct, one.ines, text, { thread })
        yield* handled(one)
        return message
      }),
    choose: (question: SlackMessage | undefined, brandId: string) =>
      Effect.gen(function* () {
        const buttons = question?.blocks?.find((block) => block["type"] === "actions")?.["elements"]
        const button = (buttons as ReadonlyArray<{ action_id: string; value: string }>).find(({ value }) =>
          value.startsWith(`${brandId} `)
        )
        if (question === undefined || button === undefined) return yield* Effect.die("no such button")
        yield* Effect.promise(() => slack.people.press(one.team, direct, one.ines, question, { ...button }))
        yield* handled(one)
      }),
    titles: (of: "scope" | "second") =>
      Effect.map(ticketsOf({ ines: one.ines, scope: one[of] }), (all) =>
        all.map(({ ticket }) => [ticket.title, ticket.commentCount])
      )
  }
})

layer(slackSite, { excludeTestServices: true })("The brand of a direct message", (it) => {
  it.effect("is chosen once for everything written by then, in any of the questions", () =>
    Effect.gen(function* () {
      const one = yield* talking("three messages")
      for (const text of ["Hello", "The invoice is wrong", "The one of May"]) yield* one.say(text)
      const [first, , last] = one.questions()
      const asked = first && { ...first }
      yield* one.choose(last, one.second.brandId)
      assert.deepStrictEqual(yield* one.titles("second"), [["Hello", 2]])
      assert.deepStrictEqual(
        one.questions().map(({ text }) => text),
        Array.from({ length: 3 }, () => ":ticket: Sent to Second three messages. Replies will appear here.")
      )
      // Clicked at the moment when the question was already answered.
      yield* one.choose(asked, one.scope.brandId)
      assert.deepStrictEqual([yield* one.titles("scope"), yield* one.titles("second")], [[], [["Hello", 2]]])
      yield* one.say("And the one of June")
      assert.deepStrictEqual(yield* one.titles("second"), [["Hello", 3]])
    })
  )

  it.effect("is asked again once their ticket is closed, and each brand then has its own ticket", () =>
    Effect.gen(function* () {
      const one = yield* talking("closed")
      const tickets = yield* Tickets
      const close = Effect.fnUntraced(function* (of: "scope" | "second") {
        const [found] = yield* ticketsOf({ ines: one.ines, scope: one[of] })
        if (found === undefined) return yield* Effect.die("no ticket")
        yield* fresh(tickets.update(one[of], causation, found.ticket.id, { status: "closed" }))
        return found.ticket
      })
      const hello = yield* one.say("The first broke")
      yield* one.choose(one.lastOpen(), one.scope.brandId)
      const { commentCount } = yield* close("scope")
      assert.strictEqual(commentCount, 0)
      yield* one.say("The second broke")
      yield* one.choose(one.lastOpen(), one.second.brandId)
      yield* one.say("It really did")
      assert.deepStrictEqual(
        [yield* one.titles("scope"), yield* one.titles("second")],
        [[["The first broke", 0]], [["The second broke", 1]]]
      )
      yield* close("second")
      // A reply to an earlier message belongs to that message.
      yield* one.say("And again", hello)
      assert.deepStrictEqual(yield* one.titles("second"), [["The second broke", 2]])
    })
  )

  it.effect("can be chosen again if the chosen brand was deleted", () =>
    Effect.gen(function* () {
      const one = yield* talking("deleted")
      yield* one.say("Hello")
      const [question] = one.questions()
      const brands = yield* Brands
      yield* fresh(brands.delete(one.second, causation))
      yield* one.choose(question, one.second.brandId)
      assert.deepStrictEqual(yield* one.titles("scope"), [])
      yield* one.choose(question, one.scope.brandId)
      assert.deepStrictEqual(yield* one.titles("scope"), [["Hello", 0]])
    })
  )

  it.effect("is asked for a reply to another message too, which is passed on once Slack returns that message", () =>
    Effect.gen(function* () {
      const slack = yield* Slack
      const one = yield* talking("below")
      yield* one.say("Hello")
      const [question] = one.questions()
      yield* one.say("It is for the second one, please", question)
      slack.fault({ method: "conversations.replies", what: { error: "internal_error" } })
      yield* one.choose(one.lastOpen(), one.second.brandId)
      assert.deepStrictEqual(yield* one.titles("second"), [["Hello", 1]])
    })
  )

  it.effect(
    "is asked about the last message, however much was written before it, in the channel and in its thread",
    () =>
      Effect.gen(function* () {
        const one = yield* talking("much")
        const direct = one.team.directChannel(one.ines.id)
        const root = one.team.add(direct, { text: "Hello", user: one.ines.id })
        for (let n = 0; n < 200; n++) {
          one.team.add(direct, { text: `before ${n}`, botId: one.team.botId })
          one.team.add(direct, { text: `below ${n}`, botId: one.team.botId, threadTs: root.ts })
        }
        yield* one.say("It is broken", root)
        yield* one.say("And so is the other one")
        yield* one.choose(
          one.questions().find(({ blocks }) => blocks !== undefined),
          one.second.brandId
        )
        assert.deepStrictEqual(yield* one.titles("second"), [["It is broken", 1]])
      })
  )

  it.effect(
    "is passed on from where an earlier attempt stopped, without fetching a file again after its first message",
    () =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const one = yield* talking("interrupted")
        const direct = one.team.directChannel(one.ines.id)
        yield* one.say("Look")
        const file = slackFile(one.team, one.ines, "photo.txt", "It smokes")
        slack.people.say(one.team, direct, one.ines, "Here", { files: [file] })
        yield* handled(one)
        slack.fault({ method: "chat.update", what: { error: "internal_error" } })
        yield* one.choose(one.lastOpen(), one.second.brandId)
        assert.deepStrictEqual(yield* one.titles("second"), [["Look", 1]])
        assert.lengthOf(
          slack.downloads.filter(({ path }) => path.includes("photo.txt")),
          1
        )
        assert.isUndefined(one.lastOpen())
      })
  )
})
