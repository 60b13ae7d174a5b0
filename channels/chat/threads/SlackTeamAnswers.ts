import { Context, Effect, Layer, Option } from "effect"
import { isSeen } from "../../../src/domain/isSeen.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import type { Occasion } from "../BoltApp.ts"
import type { SlackMessage } from "../readMessageEvent.ts"
import { type Handled, SlackIntake } from "../SlackIntake.ts"
import { SlackPeople } from "../SlackPeople.ts"
import { tellAuthor } from "../tellAuthor.ts"
import { notOfTheDesk, readTeamAnswer, staysNote, staysReply } from "./readTeamAnswer.ts"

/** Handles what the team writes in the threads of its own channels: internal notes, and replies to customers. */
export class SlackTeamAnswers extends Context.Service<
  SlackTeamAnswers,
  {
    heard(occasion: Occasion, message: SlackMessage): Handled
    /** An edit changes the comment's text, but never who can read it; an author who may have meant to is told so. */
    edited(occasion: Occasion, message: SlackMessage, key: string): Handled
  }
>()("trunkline/chat/SlackTeamAnswers") {
  static readonly layer = Layer.effect(
    SlackTeamAnswers,
    Effect.gen(function* () {
      const comments = yield* Comments
      const intake = yield* SlackIntake
      const people = yield* SlackPeople

      return SlackTeamAnswers.of({
        heard: Effect.fn("SlackTeamAnswers.heard")(function* (occasion, message) {
          const mirror = mirrorOf(occasion, message)
          if (mirror === "off" || mirror === "alerts") return undefined
          const author = yield* people.author(occasion.workspace, occasion.client, message.user)
          if (author === undefined) {
            yield* tellAuthor(occasion, message, notOfTheDesk)
            return undefined
          }
          const { hint, said, visibility } = read(message, mirror)
          if (hint !== undefined) yield* tellAuthor(occasion, message, hint)
          if (saysNothing(said)) return undefined
          return yield* intake.receive(occasion, said, { author: { ...author, visibility }, mode: "agent" })
        }),

        edited: Effect.fn("SlackTeamAnswers.edited")(function* (occasion, message, key) {
          const { client, workspace } = occasion
          const author = yield* people.author(workspace, client, message.user)
          const known = Option.getOrUndefined(yield* intake.known(occasion, message))
          if (author === undefined || known?.commentId === undefined) return undefined
          const comment = yield* comments
            .get(workspace.scope, known.ticketId, known.commentId)
            .pipe(Effect.catchTag("NotFound", () => Effect.undefined))
          if (comment === undefined) return undefined
          const { hint, said, visibility } = read(message, mirrorOf(occasion, message))
          if (visibility === "internal" && comment.visibility === "public") {
            yield* tellAuthor(occasion, message, staysReply)
            return undefined
          }
          if (visibility === "public" && comment.visibility === "internal")
            yield* tellAuthor(occasion, message, staysNote)
          else if (hint !== undefined) yield* tellAuthor(occasion, message, hint)
          if (saysNothing(said)) return undefined
          return yield* intake.revise(occasion, "edit", said, key, { ...author, visibility: comment.visibility })
        })
      })
    })
  )
}

const mirrorOf = ({ workspace }: Occasion, { channel }: SlackMessage) =>
  workspace.connection.settings.channels.find(({ channelId }) => channelId === channel)?.mirror ?? "off"

/** Who can read a message, and the message without the word that says so. */
const read = (message: SlackMessage, mirror: ReturnType<typeof mirrorOf>) => {
  const { text, ...answer } = readTeamAnswer(message.text, mirror)
  // Without visible text, the message's blocks are read instead; with text, they only supply its emoji.
  const said = text === message.text ? message : { ...message, text, blocks: isSeen(text) ? message.blocks : [] }
  return { ...answer, said }
}

const saysNothing = ({ blocks, files, passedOn, text }: SlackMessage): boolean =>
  !isSeen(text) && files.length === 0 && blocks.length === 0 && passedOn.length === 0
