import { Context, Effect, Layer, Option } from "effect"
import type { SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { parseId } from "../../src/domain/Ids.ts"
import type { OutboundMessage } from "../../src/domain/OutboundMessage.ts"
import { ChannelOutbox } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { Outbound } from "../../src/tickets/outbound/Outbound.ts"
import { OutboundStore } from "../../src/tickets/outbound/OutboundStore.ts"
import { deliveryVerdict, notDelivered } from "./deliveryVerdict.ts"
import { SmsPeople } from "./SmsPeople.ts"
import { begunFrom, progressOf } from "./SmsProgress.ts"
import type { TextStatus } from "./twilioMessages.ts"

/** Statuses that mean that Twilio has the message. */
const had = new Set(["accepted", "scheduled", "queued", "sending", "sent"])

/**
 * Handles Twilio's delivery statuses. A message of several texts is delivered when the last one is, and failed when any one
 * is; late or repeated statuses change nothing.
 */
export class SmsReceipts extends Context.Service<
  SmsReceipts,
  {
    /** `of` is our id of the message from the signed callback URL: whoever sends it back has accepted the text. */
    take(
      connection: SmsConnection,
      status: TextStatus,
      text: { readonly of: string; readonly isLast: boolean }
    ): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/sms/SmsReceipts") {
  static readonly layer = Layer.effect(
    SmsReceipts,
    Effect.gen(function* () {
      const messages = yield* OutboundStore
      const outbound = yield* Outbound
      const outbox = yield* ChannelOutbox
      const people = yield* SmsPeople

      /** Whether the text is from a try before somebody had the message sent again. */
      const isOfTextBefore = Effect.fnUntraced(function* ({ externalId, id, status }: OutboundMessage, sid: string) {
        if (status !== "queued" && status !== "sent" && status !== "delivered") return false
        if (externalId === sid) return status === "queued"
        const progress = progressOf(yield* outbox.remembered(id))
        const { earlier = [], sent } = status === "queued" ? begunFrom(progress, externalId) : progress
        return earlier.includes(sid) || (status !== "queued" && sent.length > 0 && !sent.includes(sid))
      })

      return SmsReceipts.of({
        take: Effect.fn("SmsReceipts.take")(function* (connection, { errorCode, sid, status }, { isLast, of }) {
          const id = parseId("message", of)
          const found = Option.isSome(id) ? yield* messages.sentBy(connection.id, { id: id.value }) : Option.none()
          if (Option.isNone(found)) return
          const place = yield* messages.place(found.value)
          if (Option.isNone(place)) return
          const { scope } = place.value
          const message = yield* messages.find({ tenant: scope.tenant, brands: new Set([scope.brandId]) }, found.value)
          if (Option.isSome(message) && (yield* isOfTextBefore(message.value, sid))) return
          const report = { permanent: false, externalId: sid }
          if (isLast && had.has(status)) return yield* outbound.report(found.value, { ...report, status: "sent" })
          const isDelivered = isLast && (status === "delivered" || status === "read")
          if (!isDelivered && status !== "undelivered" && status !== "failed") return
          if (isDelivered) {
            if (Option.isSome(message)) yield* people.getsTexts(scope, connection.id, message.value.to)
            return yield* outbound.report(found.value, { ...report, status: "delivered" })
          }
          const verdict = deliveryVerdict(errorCode)
          if (verdict?.unreachable !== undefined && Option.isSome(message))
            yield* people.cannotGet(
              scope,
              connection.id,
              message.value.to,
              verdict.unreachable,
              message.value.updatedAt
            )
          yield* outbound.report(found.value, {
            ...report,
            status: "failed",
            permanent: verdict?.permanent ?? false,
            error: notDelivered(errorCode)
          })
        })
      })
    })
  )
}
