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
        status: choices("What became of it.", inboundStatuses),
        channel: choices("How it came in.", channelKinds),
        from: textParameter(
          "Exactly this sender: an address of mail in any case, any other name as its channel writes it."
        ),
        ticketId: idParameter("What belongs to this ticket.", "ticket"),
        receivedAfter: momentParameter("Not before this time."),
        receivedBefore: momentParameter("Not after this time."),
        ...paging
      },
      success: pageOf(InboundMessage),
      error: [...read, InvalidInput, InvalidCursor]
    }).annotateMerge(OpenApi.annotations({ summary: "List what came in", description: "Newest first." })),
    HttpApiEndpoint.get("get", "/:inboundId", {
      params: path,
      success: InboundMessageDetail,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a message that came in",
        description:
          "With what it became, and what of it a comment leaves out: the text that it quotes, and how a mail looks."
      })
    ),
    HttpApiEndpoint.get("explain", "/:inboundId/explain", {
      params: path,
      success: InboundExplanation,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Explain what became of a message",
        description: "Each check with its result in words, and the events that the message caused."
      })
    ),
    HttpApiEndpoint.get("raw", "/:inboundId/raw", {
      params: path,
      success: HttpApiSchema.NoContent,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download a message as it came",
        description: "The bytes that were received, as a file. Not found once they are no longer kept.",
        transform: ({ responses: { "204": _, ...refusals }, ...operation }) => ({
          ...operation,
          responses: {
            "200": {
              description: "The mail, or the post of a custom channel.",
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
          summary: "Process a message again",
          description:
            "Reads it anew. One that was `ignored` or `failed` gets the effect it was kept from, such as a ticket for an answering machine's mail; a brand's own mail never does. One that was `processed` needs `force` (else 409): the text and files of the comment or ticket that it made are corrected. One that failed before its channel was removed cannot be processed any more (409). A message never makes a second ticket or comment."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.readLogs)
  .prefix("/v1/brands/:brandId/inbound")
  .annotateMerge(
    OpenApi.annotations({
      title: "inbound",
      description: "Messages that came in over any channel, what became of them, and why."
    })
  ) {}
