import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { cards, mirrored, threadBelow } from "../../../support/mirroredTicket.ts"
import { commentsOf, Slack, slackSite } from "../../../support/SlackSite.ts"
import { calm, colleague } from "../../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true, timeout: "60 seconds" })("The team's thread of a ticket", (it) => {
  it.effect("gets another thread where somebody has removed its own, and is answered there", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("removed cards")
      const { user } = yield* colleague(one, "Grace")
      for (const message of one.team.thread(one.crew, one.card.ts)) message.isDeleted = true
      people.say(one.team, one.help, one.ines, "It is out again", { thread: one.root })
      yield* calm(one)
      const [card, ...more] = cards(one)
      if (card === undefined) return assert.fail("no card")
      assert.deepStrictEqual(more, [])
      assert.notStrictEqual(card.ts, one.card.ts)
      assert.deepStrictEqual(threadBelow(one, card), [
        ["Ines Roth (customer)", "The printer is on fire"],
        ["Ines Roth (customer)", "It is out again"]
      ])
      people.say(one.team, one.crew, user, "I am on it", { thread: card })
      yield* calm(one)
      assert.deepInclude((yield* commentsOf(one, one.ticket.id)).at(-1), {
        authorType: "AGENT",
        visibility: "internal",
        body: "I am on it"
      })
      assert.lengthOf(cards(one), 1)
    })
  )
})
