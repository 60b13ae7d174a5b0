import { Effect, Redacted } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { CustomConnection } from "../domain/ChannelConnection.ts"
import type { MessageId } from "../domain/Ids.ts"
import { CustomChannels, type CustomChannelWithSecret } from "../tickets/connections/CustomChannels.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf } from "./ticketInput.ts"
import { customChannelView } from "./views/customChannelView.ts"

const shown = (channel: CustomConnection) => answerOf(200, customChannelView(channel))
const withSecret = ({ channel, secret }: CustomChannelWithSecret) => ({
  ...customChannelView(channel),
  secret: Redacted.value(secret)
})
const created = (made: CustomChannelWithSecret) =>
  answerOf(201, withSecret(made), {
    location: `/v1/brands/${made.channel.brandId}/channels/custom/${made.channel.id}`
  })
const rotated = (made: CustomChannelWithSecret) => answerOf(200, withSecret(made))
const tested = (messageId: MessageId) => answerOf(200, { success: true, messageId })
const secretOf = (secret: string | undefined) => (secret === undefined ? undefined : Redacted.make(secret))

/** Implements the `customChannels` group. */
export const CustomChannelsHandlers = handlersOf(
  Api,
  "customChannels",
  Effect.fnUntraced(function* (handlers) {
    const channels = yield* CustomChannels

    const channelIn = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly channelId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("channel", params.channelId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* channels.list(yield* brandScope(params.brandId))).map(customChannelView))
      }),

      create: Effect.fnUntraced(function* ({ params, payload: { callbackUrl, name, secret, ...payload } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = { ...payload, name: name.trim(), callbackUrl: callbackUrl?.trim(), secret: secretOf(secret) }
        const receipt = receiptOf(command, created, { secret: true })
        return replyOnce(created)(yield* channels.create(scope, command.causation, input, receipt))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* channelIn(params)
        return reply(shown(yield* channels.get(scope, id)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload: { callbackUrl, name, ...payload } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* channelIn(params)
        const change = {
          ...payload,
          name: lineOf(name),
          callbackUrl: callbackUrl === null ? null : callbackUrl?.trim()
        }
        return replyOnce(shown)(yield* channels.update(scope, command.causation, id, change, receiptOf(command, shown)))
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* channelIn(params)
        return replyOnce(success)(yield* channels.delete(scope, command.causation, id, receiptOf(command, success)))
      }),

      rotateSecret: Effect.fnUntraced(function* ({ params, payload: { overlapHours, secret } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* channelIn(params)
        const rotation = { overlapHours, secret: secretOf(secret) }
        const receipt = receiptOf(command, rotated, { secret: true })
        return replyOnce(rotated)(yield* channels.rotateSecret(scope, command.causation, id, rotation, receipt))
      }),

      test: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* channelIn(params)
        return replyOnce(tested)(yield* channels.test(scope, id, receiptOf(command, tested)))
      })
    })
  })
)
