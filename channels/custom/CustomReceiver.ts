import { DateTime, Effect, Layer, Option, Stream } from "effect"
import type { CustomReceipt } from "../../src/domain/CustomPost.ts"
import { parseId } from "../../src/domain/Ids.ts"
import type { DeliveryReport } from "../../src/domain/OutboundMessage.ts"
import { InvalidInput, NotFound } from "../../src/domain/Problems.ts"
import { Callbacks } from "../../src/tickets/connections/Callbacks.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { CustomPosts } from "../../src/tickets/intake/CustomPosts.ts"
import { InboundLog } from "../../src/tickets/intake/InboundLog.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import { Outbound } from "../../src/tickets/outbound/Outbound.ts"
import { OutboundStore } from "../../src/tickets/outbound/OutboundStore.ts"
import { postedFiles } from "./postedFiles.ts"
import { dedupeKeyOf, readPost } from "./readPost.ts"

/** Implements `CustomPosts`: turns posts into messages for intake. `maxFileBytes` is the setting ATTACHMENT_MAX_BYTES. */
export const layer = (maxFileBytes: number) =>
  Layer.effect(
    CustomPosts,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const callbacks = yield* Callbacks
      const connections = yield* ConnectionStore
      const intake = yield* Intake
      const log = yield* InboundLog
      const outbound = yield* Outbound
      const messages = yield* OutboundStore

      return CustomPosts.of({
        receive: Effect.fn("CustomPosts.receive")(function* ({ connection, scope }, post, raw) {
          // A channel that received no response sends again; its files are not fetched twice.
          const known = yield* log.received(scope, dedupeKeyOf(connection, post.externalId))
          if (Option.isSome(known)) return known.value
          const { tenant } = scope
          const files = yield* postedFiles({ blobs, callbacks }, tenant.id, post.attachments ?? [], maxFileBytes)
          const kept = yield* blobs.put(tenant.id, Stream.make(raw))
          const message = readPost(connection, post, files, kept, yield* DateTime.now)
          const result = yield* intake
            .receivePosted(scope, message)
            .pipe(
              Effect.catchTag("InvalidInput", (refused) => Effect.fail(namingPosted(refused, post.attachments ?? [])))
            )
          yield* connections.note(connection.id, { kind: "inbound" })
          return result
        }),

        receipt: Effect.fn("CustomPosts.receipt")(function* ({ connection }, receipt) {
          const { externalId = "", messageId } = receipt
          const ours = messageId === undefined ? Option.none() : parseId("message", messageId)
          const found =
            messageId === undefined
              ? yield* messages.sentBy(connection.id, { externalId })
              : Option.isSome(ours)
                ? yield* messages.sentBy(connection.id, { id: ours.value })
                : Option.none()
          if (Option.isNone(found)) return yield* new NotFound({ entity: "message" })
          yield* outbound.report(found.value, reportOf(receipt))
        })
      })
    })
  )

/** Maps a receipt to a report. A message that was read was delivered. A channel does not say whether a retry would help. */
const reportOf = ({ error, externalId, messageId, status }: CustomReceipt): DeliveryReport => ({
  status: status === "read" ? "delivered" : status,
  permanent: false,
  error,
  externalId: messageId === undefined ? undefined : externalId
})

/** The same error, with field names of the post: intake knows uploads only by their index among themselves. */
const namingPosted = (
  refused: InvalidInput,
  posted: ReadonlyArray<{ readonly attachmentId?: string }>
): InvalidInput => {
  const places = posted.flatMap(({ attachmentId }, index) => (attachmentId === undefined ? [] : [index]))
  const [first, ...others] = refused.errors
  const named = (error: typeof first) => {
    const [, place] = /^attachmentIds\[(\d+)\]$/.exec(error.field) ?? []
    if (place === undefined) return error
    const field = `attachments[${places[Number(place)]}].attachmentId`
    return { ...error, field, message: "is not a confirmed upload of this brand" }
  }
  return new InvalidInput({ errors: [named(first), ...others.map(named)] })
}
