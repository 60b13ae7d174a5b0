import { Effect, type Result } from "effect"
import { Brands } from "../accounts/Brands.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { capturedKinds, type SimulatedMail as SimulatedMailPayload } from "../api/TestPayloads.ts"
import type { InboundEffects } from "../domain/InboundEntry.ts"
import { messageData, type OutboundMessage } from "../domain/OutboundMessage.ts"
import { mailKinds } from "../domain/OutgoingMail.ts"
import { type BrandsScope, CurrentPrincipal } from "../domain/Principal.ts"
import { InvalidInput } from "../domain/Problems.ts"
import { refusalCause } from "../domain/refusalCause.ts"
import type { SimulatedMail } from "../domain/SimulatedMail.ts"
import { TestMode } from "../tickets/simulation/TestMode.ts"
import { Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { InputErrors } from "./InputErrors.ts"
import { MailViews } from "./mail/MailViews.ts"
import { cursorScope, pageView, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { answerOf, ok, receiptOf, replyOnce } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { capturedMailView, kindOnWire } from "./views/capturedMailView.ts"
import { effectsView } from "./views/inboundView.ts"
import { mailView } from "./views/mailView.ts"

/** Header fields of a simulated email. */
const maxHeaders = 50

const received = (effects: InboundEffects) => answerOf(201, effectsView(effects))
const reported = (message: OutboundMessage) => answerOf(200, messageData(message))
const cleared = (deleted: number) => answerOf(200, { deleted })
const ownBrands: Effect.Effect<BrandsScope, never, CurrentPrincipal> = CurrentPrincipal.useSync(
  ({ brands, tenant }) => ({ brands, tenant })
)

/** Implements the `test` group. */
export const TestHandlers = handlersOf(
  Api,
  "test",
  Effect.fnUntraced(function* (handlers) {
    const testMode = yield* TestMode
    const brands = yield* Brands
    const cursors = yield* Cursors
    const views = yield* MailViews

    const namedBrand = (brandId: string) =>
      brandScope(brandId).pipe(
        Effect.tap((named) => brands.get(named)),
        Effect.catchTag("NotFound", () => InvalidInput.of("brandId", "unknown_id", "is not a known brand"))
      )

    return handlers.handleAll({
      inboundEmail: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const scope = yield* namedBrand(payload.brandId)
        const mail = yield* Effect.fromResult(mailOf(payload))
        return replyOnce(received)(yield* testMode.receiveMail(scope, mail, receiptOf(command, received)))
      }),

      inboundChat: Effect.fnUntraced(function* ({
        payload: { brandId, delete: isDeleted, edit: isEdited, ...message }
      }) {
        const command = yield* CurrentCommand
        const scope = yield* namedBrand(brandId)
        if (isDeleted === true && isEdited === true)
          return yield* InvalidInput.of("delete", "not_allowed", "cannot be combined with edit")
        const change = isDeleted === true ? "delete" : isEdited === true ? "edit" : undefined
        if (change !== undefined && message.messageId === undefined)
          return yield* InvalidInput.of("messageId", "required", "is required: the message to change")
        return replyOnce(received)(
          yield* testMode.receiveChat(scope, { ...message, change }, receiptOf(command, received))
        )
      }),

      inboundSms: Effect.fnUntraced(function* ({ payload: { brandId, mediaIds, ...text } }) {
        const command = yield* CurrentCommand
        const scope = yield* namedBrand(brandId)
        const ids = yield* Effect.forEach(mediaIds ?? [], (id, index) =>
          Effect.catchTag(pathId("attachment", id), "NotFound", () =>
            InvalidInput.of(`mediaIds[${index}]`, "unknown_id", "is not a confirmed upload of this brand")
          )
        )
        return replyOnce(received)(
          yield* testMode.receiveText(scope, { ...text, mediaIds: ids }, receiptOf(command, received))
        )
      }),

      receipt: Effect.fnUntraced(function* ({ payload: { error, messageId, status } }) {
        const command = yield* CurrentCommand
        const words = error?.trim()
        const report = {
          status,
          permanent: status === "bounced",
          error: words,
          // A bounce without details is that of a missing mailbox.
          ...(status === "bounced"
            ? { cause: words === undefined ? "no_mailbox" : refusalCause(undefined, words) }
            : {})
        } as const
        const unknown = InvalidInput.of("messageId", "unknown_id", "is not a message in the outbox")
        return replyOnce(reported)(
          yield* pathId("message", messageId).pipe(
            Effect.flatMap((id) =>
              Effect.flatMap(ownBrands, (scope) =>
                testMode.receipt(scope, command.causation, id, report, receiptOf(command, reported))
              )
            ),
            Effect.catchTag("NotFound", () => Effect.fail(unknown))
          )
        )
      }),

      listOutbox: Effect.fnUntraced(function* ({ query, request }) {
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "message")
        const reader = new QueryReader(query)
        const kinds = reader.among("kind", capturedKinds)
        const channels = reader.among("channel", ["email", "chat", "sms"])
        const wanted = yield* Effect.fromResult(
          reader.result({
            brandIds: reader.idList("brandId", "brand"),
            ticketIds: reader.idList("ticketId", "ticket"),
            channels,
            kinds: kinds && mailKinds.filter((kind) => kinds.some((wanted) => wanted === kindOnWire(kind))),
            to: reader.address("to", 254),
            limit: reader.limit(25, 100),
            after: after?.id
          })
        )
        const { items, next } = yield* testMode.outbox(yield* ownBrands, wanted)
        return ok(pageView(cursors, listed, items.map(capturedMailView), next && { id: next, value: null }))
      }),

      getOutbox: Effect.fnUntraced(function* ({ params }) {
        const scope = yield* ownBrands
        const mail = yield* testMode.captured(scope, yield* pathId("message", params.messageId))
        const { html, id } = mail
        const htmlView =
          html === undefined
            ? undefined
            : mailView(yield* views.view({ use: "captured", tenant: scope.tenant, id }, html))
        return ok({ ...capturedMailView(mail), htmlView })
      }),

      clearOutbox: Effect.fnUntraced(function* ({ query }) {
        const command = yield* CurrentCommand
        const reader = new QueryReader(query)
        const brandIds = yield* Effect.fromResult(reader.result(reader.idList("brandId", "brand")))
        return replyOnce(cleared)(yield* testMode.clearOutbox(yield* ownBrands, brandIds, receiptOf(command, cleared)))
      })
    })
  })
)

const mailOf = ({ raw, ...payload }: typeof SimulatedMailPayload.Type): Result.Result<SimulatedMail, InvalidInput> => {
  const errors = new InputErrors()
  const { attachments, brandId: _, from = "", headers = {}, ...parts } = payload
  if (raw === undefined && from === "") errors.refuse("from", "required", "is required")
  if (raw !== undefined && Object.keys(payload).length > 1)
    errors.refuse("raw", "not_allowed", "cannot be combined with the parts of the message")
  if (Object.keys(headers).length > maxHeaders)
    errors.refuse("headers", "too_many", `must have at most ${maxHeaders} entries`)
  for (const name of Object.keys(headers)) {
    if (!/^[!-9;-~]{1,76}$/.test(name))
      errors.refuse("headers", "format", "must have a name of visible ASCII characters without colons")
  }
  const files = attachments?.map((file) => ({ ...file, content: Buffer.from(file.content, "base64") }))
  return errors.result(
    raw === undefined ? { parts: { ...parts, from, headers, attachments: files } } : { raw: Buffer.from(raw, "base64") }
  )
}
