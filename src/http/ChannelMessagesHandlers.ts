import { Effect } from "effect"
import { CurrentChannel } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { IntakeResult } from "../domain/InboundMessage.ts"
import { ChannelNotReady } from "../domain/Problems.ts"
import { CustomPosts } from "../tickets/intake/CustomPosts.ts"
import { customPostOf, customReceiptOf } from "./customPostInput.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, reply, success } from "./replies.ts"

const posted = ({ commentId, duplicate, inboundId, outcome, ticketId }: IntakeResult) =>
  answerOf(duplicate ? 200 : 201, {
    messageId: inboundId,
    ticketId,
    commentId,
    created: outcome === "ticket_created" ? "ticket" : "comment",
    duplicate
  })

const enabledChannel = Effect.gen(function* () {
  const channel = yield* CurrentChannel
  return channel.connection.status === "disabled"
    ? yield* new ChannelNotReady({ channel: "custom", reason: "The channel is disabled. Enable it to post messages." })
    : channel
})

/** Implements the `channelMessages` group. */
export const ChannelMessagesHandlers = handlersOf(
  Api,
  "channelMessages",
  Effect.fnUntraced(function* (handlers) {
    const posts = yield* CustomPosts

    return handlers.handleAll({
      receive: Effect.fnUntraced(function* ({ payload, request }) {
        const post = yield* Effect.fromResult(customPostOf(payload))
        // The body as it was sent, already read and checked.
        const raw = new TextEncoder().encode(yield* Effect.orDie(request.text))
        return reply(posted(yield* posts.receive(yield* enabledChannel, post, raw)))
      }),

      receipt: Effect.fnUntraced(function* ({ payload }) {
        const receipt = customReceiptOf(payload)
        yield* posts.receipt(yield* enabledChannel, receipt)
        return reply(success())
      })
    })
  })
)
