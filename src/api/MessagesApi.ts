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
        summary: "List what was sent about a ticket",
        description:
          "Oldest first. A mail that the next server does not take is tried again after 1 minute, later after up to 24 hours, " +
          "for 5 days; what that server refuses for good has failed at once."
      })
    ),
    HttpApiEndpoint.get("replyWay", "/reply-way", {
      params: ofTicket,
      success: ReplyWay,
      error: [NotFound, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Tell how an answer would go",
        description:
          "By which channel a public comment of an agent would go to the customer now, from whom, and which other senders can be chosen for it; by none where it would go nowhere, such as from a ticket that was merged into another. Another message of the customer, or a change of the brand's addresses, may change it."
      })
    ),
    HttpApiEndpoint.post("retry", "/:messageId/retry", {
      params: { ...ofTicket, messageId: idLike("msg") },
      success: OutboundMessage.pipe(HttpApiSchema.status(202)),
      error: [NotFound, InvalidState, IdempotencyKeyReused, IdempotencyInProgress, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a message again that failed, came back or was not sent",
        description:
          "It is the same message, with the same Message-ID. Any but a `failed`, `bounced` or `suppressed` one answers 409 `invalid_state`; so does one by mail whose address has no mailbox or wants no mail, a text message to a customer who has opted out, a bounced or suppressed mail that is older than 30 days, and a suppressed one by another channel while what kept it from leaving still does: the channel is off or was disconnected, or its comment was deleted."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.work)
  .prefix("/v1/brands/:brandId/tickets/:ticketId/messages")
  .annotateMerge(
    OpenApi.annotations({
      title: "messages",
      description: "What was sent to a ticket's customer, and how far it came. Changes are told as `message.*` events."
    })
  ) {}
