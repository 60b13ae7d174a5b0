import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { AttachmentInUse, ChannelNotReady, InvalidInput, LimitReached, NotFound } from "../domain/Problems.ts"
import { CallersAllowed, ChannelAccess } from "./Access.ts"
import { ChannelReceipt, InboundPost, PostedMessage } from "./CustomChannelPayloads.ts"
import { permissions } from "./permissions.ts"
import { idLike, Success } from "./Shapes.ts"

const path = { channelId: idLike("chn") }
const errors = [NotFound, ChannelNotReady, InvalidInput, DatabaseUnavailable]

/** What custom channels send us, signed with the channel's secret or with an API key of its brand. */
export class ChannelMessagesApi extends HttpApiGroup.make("channelMessages")
  .add(
    HttpApiEndpoint.post("receive", "/messages", {
      params: path,
      payload: InboundPost,
      success: [PostedMessage.pipe(HttpApiSchema.status(201)), PostedMessage],
      error: [...errors, AttachmentInUse, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Post a customer's message",
        description:
          "Becomes a ticket, or a comment on the ticket of its conversation. The message is stored before the response is sent. Sending the same `externalId` again returns 200 with the original ids and `duplicate: true`. If a file cannot be fetched, a note takes its place; process the message again (`inbound.reprocess`) to retry the fetch."
      })
    ),
    HttpApiEndpoint.post("receipt", "/receipts", {
      params: path,
      payload: ChannelReceipt,
      success: Success,
      error: errors
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Report the delivery status of a message",
        description:
          "For a message that was posted to the callback URL. `read` counts as delivered. A receipt never moves a message back to an earlier state, and one without news changes nothing. 404: no such message was posted to the channel."
      })
    )
  )
  .middleware(ChannelAccess)
  .annotate(CallersAllowed, permissions.speakForChannel)
  .prefix("/v1/channels/custom/:channelId")
  .annotateMerge(
    OpenApi.annotations({ title: "channelMessages", description: "What custom channels send: messages and receipts." })
  ) {}
