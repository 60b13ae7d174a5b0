import { DateTime, Duration, Effect, Layer, Option } from "effect"
import type { CustomConnection } from "../../src/domain/ChannelConnection.ts"
import { iso } from "../../src/domain/iso.ts"
import { type CallbackReply, Callbacks } from "../../src/tickets/connections/Callbacks.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { goodSecrets } from "../../src/tickets/connections/changeCustomChannel.ts"
import { FileLinks } from "../../src/tickets/files/FileLinks.ts"
import type { Delivered } from "../../src/tickets/outbound/attemptMessage.ts"
import type { ChannelMessage, ChannelRevision } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { deliverMessages } from "../../src/tickets/outbound/deliverMessages.ts"
import { threadIdOf } from "./readPost.ts"

/** The lease on a message: longer than a callback takes. */
const lease = Duration.minutes(3)
/** How long links to files are valid: longer than a message is retried. */
const linkLifetime = Duration.days(7)
/** Characters of a channel's id for a message. */
const maxExternalId = 255

/** The actor that posts messages to the callback URLs of custom channels. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const callbacks = yield* Callbacks
    const connections = yield* ConnectionStore
    const links = yield* FileLinks

    const bodyOf = Effect.fnUntraced(function* (
      message: ChannelMessage,
      connection: CustomConnection,
      { of, type }: Told
    ) {
      const { commentId, conversation, createdAt, files, id, recipient, scope, ticketId } = message
      const isGone = type === "message.deleted"
      const attachments = yield* Effect.forEach(isGone ? [] : files, (file) =>
        Effect.map(links.download(scope.tenant, file, { lifetime: linkLifetime }), ({ url }) => ({
          filename: file.filename,
          contentType: file.contentType,
          size: file.size,
          url
        }))
      )
      return JSON.stringify({
        id,
        messageId: of?.id ?? id,
        type,
        channelId: connection.id,
        brandId: scope.brandId,
        livemode: scope.tenant.mode === "live",
        ticketId,
        commentId,
        threadId: threadIdOf(conversation.key),
        recipient,
        ...(of?.externalId === undefined ? {} : { externalId: of.externalId }),
        ...(isGone ? {} : { text: message.text, attachments }),
        timestamp: iso(createdAt)
      })
    })

    const post = Effect.fn("CustomSender.post")(
      function* (
        message: ChannelMessage,
        connection: CustomConnection,
        told: Told
      ): Effect.fn.Return<Delivered, unknown> {
        const { callbackUrl } = connection.settings
        const stored = yield* connections.secrets(connection.id)
        if (callbackUrl === undefined || Option.isNone(stored))
          return { outcome: "refused", permanent: true, reason: "The channel has no callback address" }
        const head = { id: message.id, event: told.type, attempt: message.attempts }
        const secrets = goodSecrets(stored.value, yield* DateTime.now)
        const body = yield* bodyOf(message, connection, told)
        return deliveredOf(yield* callbacks.post(new URL(callbackUrl), secrets, head, body))
      },
      // The database was unavailable.
      Effect.catch(() =>
        Effect.succeed<Delivered>({ outcome: "refused", permanent: false, reason: "It could not be composed" })
      )
    )

    return deliverMessages({
      kind: "custom",
      lease,
      retryDelay: callbacks.retryDelay,
      deliver: (message, connection) => post(message, connection, { type: "message.outbound" }),
      revise: (revision, connection) =>
        post(revision, connection, {
          type: revision.change === "edit" ? "message.updated" : "message.deleted",
          of: revision.of
        })
    })
  })
)

/** What a callback is about: a message to send, or a change to one that was sent. */
interface Told {
  readonly type: "message.outbound" | "message.updated" | "message.deleted"
  readonly of?: ChannelRevision["of"] | undefined
}

/** Maps the response of a callback URL to a delivery result. */
export const deliveredOf = ({ body, error, status, wait }: CallbackReply): Delivered => {
  if (status === undefined || (error !== undefined && status < 400))
    return { outcome: "unavailable", reason: `The callback address did not respond: ${error ?? "unknown"}` }
  if (status >= 200 && status < 300) return { outcome: "sent", externalId: externalIdIn(body) }
  const reason = `The callback address responded with status ${status}`
  if (status === 410) return { outcome: "unavailable", reason: "The callback address is gone (410)", status: "error" }
  // The URL works but rejects this message; 408, 425 and 429 only say that the moment is wrong.
  const isAboutMessage = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
  return isAboutMessage ? { outcome: "refused", permanent: false, reason } : { outcome: "unavailable", reason, wait }
}

/** The channel's own id for the message, if its response contains one: `{"externalId": "…"}`. */
const externalIdIn = (body: string): string | undefined => {
  if (!body.trimStart().startsWith("{")) return undefined
  try {
    const answer: unknown = JSON.parse(body)
    const id = typeof answer === "object" && answer !== null && "externalId" in answer ? answer.externalId : undefined
    return typeof id === "string" && id !== "" && id.length <= maxExternalId && !id.includes("\u0000")
      ? id.toWellFormed()
      : undefined
  } catch {
    return undefined
  }
}
