import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { uuidOf } from "../../../../src/domain/Ids.ts"
import { Database } from "../../../../src/sql/Database.ts"
import { updateThreads } from "../../../../src/tickets/outbound/updateThreads.ts"
import { cards, mirrored, threadBelow } from "../../../support/mirroredTicket.ts"
import { commentsOf, eventually, Slack, slackSite } from "../../../support/SlackSite.ts"
import { calm, colleague } from "../../../support/slackDesk.ts"

layer(slackSite, { excludeTestServices: true })("The team's thread of a ticket", (it) => {
  it.effect("is replaced by another one if someone has removed it, and is answered there", () =>
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

  it.effect("keeps its emoji in an answer to the customer, and ignores an empty !reply", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("words", "replies")
      const { user } = yield* colleague(one, "Grace")
      const rich = (...elements: ReadonlyArray<object>) => [
        { type: "rich_text", elements: [{ type: "rich_text_section", elements }] }
      ]
      for (const text of ["!reply", "!reply \u200b"])
        people.say(one.team, one.crew, user, text, { thread: one.card, blocks: rich({ type: "text", text }) })
      people.say(one.team, one.crew, user, "!reply Thanks :tada:", {
        thread: one.card,
        blocks: rich({ type: "text", text: "!reply Thanks " }, { type: "emoji", name: "tada", unicode: "1f389" })
      })
      yield* calm(one)
      assert.deepStrictEqual(
        (yield* commentsOf(one, one.ticket.id)).map(({ body, visibility }) => [visibility, body]),
        [["public", "Thanks 🎉"]]
      )
    })
  )

  it.effect("shows customers no more and no less after an edit, and tells an author who may have meant to", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const one = yield* mirrored("who reads it", "replies")
      const { user } = yield* colleague(one, "Grace")
      const answer = people.say(one.team, one.crew, user, "!reply Unplug it", { thread: one.card })
      // Slack reports simultaneous events in any order.
      yield* calm(one)
      const note = people.say(one.team, one.crew, user, "It is an old one", { thread: one.card })
      yield* calm(one)
      const told = () => one.team.ephemerals.map(({ text }) => text)
      const shown = Effect.map(commentsOf(one, one.ticket.id), (all) =>
        all.map(({ body, visibility }) => [visibility, body])
      )
      people.edit(one.team, one.crew, answer, "Ines never unplugs anything")
      yield* calm(one)
      assert.deepStrictEqual(yield* shown, [
        ["public", "Unplug it"],
        ["internal", "It is an old one"]
      ])
      assert.include(told().at(-1), "still has its previous text")
      people.edit(one.team, one.crew, note, "!reply It is too old")
      yield* calm(one)
      assert.deepStrictEqual(yield* shown, [
        ["public", "Unplug it"],
        ["internal", "It is too old"]
      ])
      assert.include(told().at(-1), "editing it does not send it to the customer")
      assert.lengthOf(told(), 2)
      people.edit(one.team, one.crew, answer, "!reply Unplug it, please")
      yield* calm(one)
      assert.deepStrictEqual(
        one.team.thread(one.help, one.root.ts).map(({ text }) => text),
        ["The printer is on fire", "Unplug it, please"]
      )
    })
  )

  it.effect.each(["user_not_in_channel", "restricted_action"])(
    "keeps what someone wrote who cannot be notified (%s)",
    (error) =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const one = yield* mirrored(`untold ${error}`)
        const { user } = yield* colleague(one, "Grace")
        slack.fault({ method: "chat.postEphemeral", what: { error } })
        slack.people.say(one.team, one.crew, user, "!reply I am leaving", { thread: one.card })
        yield* calm(one)
        assert.deepStrictEqual(
          (yield* commentsOf(one, one.ticket.id)).map(({ body, visibility }) => [visibility, body]),
          [["internal", "!reply I am leaving"]]
        )
        assert.deepStrictEqual(one.team.ephemerals, [], "told at another attempt")
      })
  )

  it.effect("waits as long as messages to customers do if Slack refuses the app's token", () =>
    Effect.gen(function* () {
      const { people } = yield* Slack
      const { system } = yield* Database
      const one = yield* mirrored("patience")
      const connection = uuidOf(one.connection.id)
      yield* system`UPDATE channel_connections SET status = 'needs_reauth' WHERE id = ${connection}`
      for (const text of ["Out", "Out again"]) people.say(one.team, one.help, one.ines, text, { thread: one.root })
      yield* eventually(Effect.map(commentsOf(one, one.ticket.id), (all) => (all.length === 2 ? true : undefined)))
      yield* system`UPDATE chat_updates u SET created_at = now() - CASE c.body WHEN 'Out' THEN interval '6 days' ELSE interval '4 days' END
        FROM comments c WHERE c.id = u.comment_id AND u.connection_id = ${connection}`
      const behind = Effect.map(
        system<{ body: string }>`SELECT c.body FROM chat_updates u JOIN comments c ON c.id = u.comment_id
          WHERE u.connection_id = ${connection}`,
        (rows) => rows.map(({ body }) => body)
      )
      // As if the server had been restarted.
      yield* Layer.build(Layer.fresh(updateThreads(() => Effect.never)))
      yield* eventually(Effect.map(behind, (bodies) => (bodies.includes("Out") ? undefined : true)))
      assert.include(yield* behind, "Out again")
    }).pipe(Effect.scoped)
  )
})
