import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { channelKinds, inboundStatuses } from "../domain/InboundEntry.ts"
import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound,
  TicketMerged
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { InboundExplanation, InboundMessage, InboundMessageDetail, InboundReprocess } from "./InboundPayloads.ts"
import { choices, idParameter, momentParameter, paging, textParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, pageOf } from "./Shapes.ts"

const path = { ...brandPath, inboundId: idLike("inb") }
const read = [NotFound, DatabaseUnavailable]

export class InboundApi extends HttpApiGroup.make("inbound")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: brandPath,
      query: {
        status: choices("The status of the message.", inboundStatuses),
        channel: choices("The channel it arrived on.", channelKinds),
        from: textParameter(
          "Exactly this sender: an email address, ignoring case, or any other name exactly as the channel writes it."
        ),
        ticketId: idParameter("Messages that belong to this ticket.", "ticket"),
        receivedAfter: momentParameter("Received at this time or later."),
        receivedBefore: momentParameter("Received at this time or earlier."),
        ...paging
      },
      success: pageOf(InboundMessage),
      error: [...read, InvalidInput, InvalidCursor]
    }).annotateMerge(OpenApi.annotations({ summary: "List inbound messages", description: "Newest first." })),
    HttpApiEndpoint.get("get", "/:inboundId", {
      params: path,
      success: InboundMessageDetail,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an inbound message",
        description:
          "Includes what became of it, and what its comment leaves out: quoted text and the email's appearance."
      })
    ),
    HttpApiEndpoint.get("explain", "/:inboundId/explain", {
      params: path,
      success: InboundExplanation,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Explain what happened to a message",
        description: "Returns each check with its result in words, and the events that the message caused."
      })
    ),
    HttpApiEndpoint.get("raw", "/:inboundId/raw", {
      params: path,
      success: HttpApiSchema.NoContent,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the original message",
        description: "Returns the received bytes as a file. Returns 404 once they are no longer stored.",
        transform: ({ responses: { "204": _, ...refusals }, ...operation }) => ({
          ...operation,
          responses: {
            "200": {
              description: "The email, or the body posted to a custom channel.",
              content: {
                "message/rfc822": { schema: { type: "string", format: "binary" } },
                "application/json": { schema: { type: "object" } }
              }
            },
            ...refusals
          }
        })
      })
    ),
    HttpApiEndpoint.post("reprocess", "/:inboundId/reprocess", {
      params: path,
      payload: InboundReprocess,
      success: InboundMessageDetail,
      error: [
        ...read,
        InvalidInput,
        InvalidState,
        LimitReached,
        TicketMerged,
        IdempotencyKeyReused,
        IdempotencyInProgress
      ]
    })
      .annotate(CallersAllowed, permissions.reprocess)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Reprocess a message",
          description:
            "Reads the message again. A message that was `ignored` or `failed` gets the effect it was denied, such as a ticket for an auto-reply; the brand's own email never does. A `processed` message requires `force` (otherwise 409): the text and files of its comment or ticket are corrected. A message that failed and whose channel has since been removed cannot be processed (409). A message never creates a second ticket or comment."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.readLogs)
  .prefix("/v1/brands/:brandId/inbound")
  .annotateMerge(
    OpenApi.annotations({
      title: "inbound",
      description: "Messages received on any channel, what became of them, and why."
    })
  ) {}
