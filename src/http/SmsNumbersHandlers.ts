import { Effect, Redacted } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { SmsConnection } from "../domain/ChannelConnection.ts"
import type { NumberTest } from "../tickets/connections/SmsGateway.ts"
import { SmsNumbers } from "../tickets/connections/SmsNumbers.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { smsNumberView } from "./views/smsNumberView.ts"

/** Implements the `smsNumbers` group. */
export const SmsNumbersHandlers = handlersOf(
  Api,
  "smsNumbers",
  Effect.fnUntraced(function* (handlers) {
    const numbers = yield* SmsNumbers
    const { publicUrl } = yield* HttpSettings
    const shown = (number: SmsConnection) => answerOf(200, smsNumberView(publicUrl, number))
    const created = (number: SmsConnection) =>
      answerOf(201, smsNumberView(publicUrl, number), {
        location: `/v1/brands/${number.brandId}/channels/sms/${number.id}`
      })

    const numberIn = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly numberId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("number", params.numberId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const found = yield* numbers.list(yield* brandScope(params.brandId))
        return ok(found.map((number) => smsNumberView(publicUrl, number)))
      }),

      create: Effect.fnUntraced(function* ({ params, payload: { apiKey, authToken, provider: _, ...payload } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = { ...payload, apiKey: sealed(apiKey), authToken: Redacted.make(authToken) }
        return replyOnce(created)(yield* numbers.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* numberIn(params)
        return reply(shown(yield* numbers.get(scope, id)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload: { apiKey, authToken, ...payload } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* numberIn(params)
        const change = {
          ...payload,
          apiKey: apiKey === null ? null : sealed(apiKey),
          authToken: authToken === undefined ? undefined : Redacted.make(authToken)
        }
        return replyOnce(shown)(yield* numbers.update(scope, command.causation, id, change, receiptOf(command, shown)))
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* numberIn(params)
        return replyOnce(success)(yield* numbers.delete(scope, command.causation, id, receiptOf(command, success)))
      }),

      test: Effect.fnUntraced(function* ({ params, payload: { to } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* numberIn(params)
        return replyOnce(tested)(yield* numbers.test(scope, id, to, receiptOf(command, tested)))
      }),

      preview: Effect.fnUntraced(function* ({ params, payload: { text } }) {
        const { isShortened, ...cost } = yield* numbers.preview(yield* brandScope(params.brandId), text)
        return ok({ ...cost, shortened: isShortened })
      })
    })
  })
)

const tested = (sent: NumberTest) => answerOf(200, { success: true, ...sent })

const sealed = (apiKey: { readonly sid: string; readonly secret: string } | undefined) =>
  apiKey && { sid: apiKey.sid, secret: Redacted.make(apiKey.secret) }
