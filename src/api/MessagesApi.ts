import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdempotencyInProgress, IdempotencyKeyReused, InvalidState, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { OutboundMessage, ReplyWay } from "./MessagePayloads.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike } from "./Shapes.ts"

const ofTicket = { ...brandPath, ticketId: idLike("tkt") }

export class MessagesApi extends HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: ofTicket,
      success: Schema.Array(OutboundMessage),
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a ticket's outgoing messages",
        description:
          "Oldest first. An email that the next server does not accept is retried after 1 minute at first and up to 24 hours later on, " +
          "for 5 days. An email that the server permanently refuses fails immediately."
      })
    ),
    HttpApiEndpoint.get("replyWay", "/reply-way", {
      params: ofTicket,
      success: ReplyWay,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Preview how a reply is sent",
        description:
          "Returns the channel on which an agent's public comment would reach the customer now, its sender, and the other senders you can choose. There is no channel if nothing would be sent, for example on a ticket that was merged into another. The result can change with the customer's next message or with the brand's addresses."
      })
    ),
    HttpApiEndpoint.post("retry", "/:messageId/retry", {
      params: { ...ofTicket, messageId: idLike("msg") },
      success: OutboundMessage.pipe(HttpApiSchema.status(202)),
      error: [NotFound, InvalidState, IdempotencyKeyReused, IdempotencyInProgress, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Resend a message",
        description:
          "For messages that failed, bounced or were suppressed. It stays the same message, with the same Message-ID. Any other status returns 409 `invalid_state`. So do: an email to an address that has no mailbox or that opted out of email; a text message to a customer who has opted out; a bounced or suppressed email older than 30 days; and a suppressed message on another channel whose obstacle remains, because the channel is off or was disconnected, or because its comment was deleted."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/messages")
  .annotateMerge(
    OpenApi.annotations({
      title: "messages",
      description:
        "Messages sent to a ticket's customer, and their delivery status. Changes are reported as `message.*` events."
    })
  ) {}
