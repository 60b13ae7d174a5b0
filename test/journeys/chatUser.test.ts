import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Stream } from "effect"
import { ticketActions } from "../../channels/chat/blocks/ticketCard.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { causation } from "../support/Installation.ts"
import { commentsOf, connectWorkspace, eventually, Slack, slackSite } from "../support/SlackSite.ts"
import { slackFile } from "../support/slack/SlackPeople.ts"
import {
  answered,
  colleague,
  filledWith,
  handled,
  madeWindow,
  publicIdOf,
  shownIn,
  ticketFrom
} from "../support/slackDesk.ts"
import { fresh } from "../support/ticketService.ts"

layer(slackSite, { excludeTestServices: true })("A customer in Slack", (it) => {
  it.effect(
    "is helped from /ticket to resolved, with files and edits on both sides, by a team that works there too",
    () =>
      Effect.gen(function* () {
        const slack = yield* Slack
        const connected = yield* connectWorkspace("journey", { mirror: "notes" })
        const { crew, help, ines, scope, team } = connected
        const [comments, tickets] = [yield* Comments, yield* Tickets]
        const agent = yield* colleague(connected, "Ada")

        // She opens a ticket with a form, including a file.
        yield* answered(slack.people.command(team, help, ines, "Printer on fire"))
        const photo = slackFile(team, ines, "photo.txt", "flames")
        const form = filledWith({ title: "Printer on fire", description: "Second floor", files: [photo.facts] })
        yield* answered(slack.people.submit(team, ines, (yield* madeWindow(team)).id, form))
        const found = yield* ticketFrom(scope, ines.email)
        const { id } = found.ticket
        assert.strictEqual(found.ticket.attachmentCount, 1)
        const direct = team.directChannel(ines.id)
        const root = yield* slack.untilFound(() =>
          [...direct.messages.values()].find(({ text }) => text.includes(publicIdOf(found)))
        )
        const hers = (text: string) => team.thread(direct, root.ts).find((message) => message.text === text)

        // The team sees it in its channel, takes it, and answers in a modal.
        const card = yield* slack.untilFound(() =>
          [...crew.messages.values()].find(({ blocks }) => JSON.stringify(blocks ?? []).includes(ticketActions.resolve))
        )
        const press = (action_id: string) =>
          answered(slack.people.press(team, crew, agent.user, card, { action_id, value: id }))
        yield* press(ticketActions.assignMe)
        assert.strictEqual((yield* tickets.get(scope, id)).ticket.assigneeId, agent.id)
        slack.people.say(team, crew, agent.user, "Not again", { thread: card })
        yield* handled(connected)
        yield* press(ticketActions.reply)
        const saying = { text: { value: { type: "plain_text_input", value: "Which printer is it?" } } }
        yield* answered(slack.people.submit(team, agent.user, (yield* madeWindow(team)).id, saying))
        yield* slack.untilFound(() => hers("Which printer is it?"))

        // She replies in the thread with a file, and corrects her message.
        const plan = slackFile(team, ines, "plan.txt", "left of the stairs")
        const answer = slack.people.say(team, direct, ines, "The one on the lift", { thread: root, files: [plan] })
        yield* handled(connected)
        slack.people.edit(team, direct, answer, "The one on the left")
        yield* handled(connected)
        yield* eventually(
          Effect.map(commentsOf(connected, id), (all) => all.find(({ body }) => body === "The one on the left"))
        )

        // The team answers from elsewhere with a file, and corrects that, too.
        const bytes = Buffer.from("pull the plug")
        const blob = yield* (yield* BlobStore).put(scope.tenant.id, Stream.make(bytes))
        const now = yield* DateTime.now
        const told = yield* fresh(
          comments.add(scope, causation, id, {
            body: "Do as it sais",
            visibility: "public",
            authorType: "AGENT",
            authorId: agent.id,
            authorName: "Ada",
            source: "web",
            files: [
              {
                id: (yield* IdGenerator).next("attachment"),
                brandId: scope.brandId,
                filename: "manual.txt",
                contentType: "text/plain",
                size: blob.size,
                sha256: blob.sha256,
                blobKey: blob.key,
                status: "UPLOADED",
                isInternal: false,
                inline: false,
                createdAt: now,
                updatedAt: now
              }
            ]
          })
        )
        yield* slack.untilFound(() => hers("Do as it sais"))
        yield* slack.untilFound(() =>
          team.thread(direct, root.ts).find(({ files }) => files.some(({ name }) => name === "manual.txt"))
        )
        yield* comments.update(scope, causation, id, told.id, { body: "Do as it says" })
        yield* slack.untilFound(() => hers("Do as it says"))

        // It is resolved with a button, and she is told; she never sees what the team said internally.
        yield* press(ticketActions.resolve)
        assert.strictEqual((yield* tickets.get(scope, id)).ticket.statusCategory, "resolved")
        yield* slack.untilFound(() => (JSON.stringify(card.blocks).includes(ticketActions.reopen) ? true : undefined))
        yield* slack.untilFound(() => root.reactions.find(({ users }) => users.includes(team.botUserId)))
        assert.isUndefined(team.thread(direct, root.ts).find(({ text }) => text.includes("Not again")))
        const list = yield* answered(slack.people.command(team, help, ines, "list"))
        assert.include(shownIn(list.answer), publicIdOf(found))

        // Everything is there once, and none of our echoed events had an effect.
        yield* handled(connected)
        assert.deepStrictEqual(
          (yield* commentsOf(connected, id)).map(({ attachments, authorType, body, visibility }) => [
            authorType,
            visibility,
            body,
            attachments.length
          ]),
          [
            ["AGENT", "internal", "Not again", 0],
            ["AGENT", "public", "Which printer is it?", 0],
            ["CUSTOMER", "public", "The one on the left", 1],
            ["AGENT", "public", "Do as it says", 1]
          ]
        )
        yield* ticketFrom(scope, ines.email)
      })
  )
})
