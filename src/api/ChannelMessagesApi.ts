import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { AttachmentInUse, ChannelNotReady, InvalidInput, LimitReached, NotFound } from "../domain/Problems.ts"
import { CallersAllowed, ChannelAccess } from "./Access.ts"
import { ChannelReceipt, InboundPost, PostedMessage } from "./CustomChannelPayloads.ts"
import { permissions } from "./permissions.ts"
import { idLike, Success } from "./Shapes.ts"

const path = { channelId: idLike("chn") }
const errors = [NotFound, ChannelNotReady, InvalidInput, DatabaseUnavailable]

/** What a custom channel tells us; it signs with its secret, or has an API key of its brand. */
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
          "Becomes a ticket, or a comment on the ticket that its conversation is about; it is stored when this answers. The same `externalId` again answers 200 with the first ids and `duplicate: true`. A file that cannot be fetched is replaced by a note; process the message again (`inbound.reprocess`) to fetch it anew."
      })
    ),
    HttpApiEndpoint.post("receipt", "/receipts", {
      params: path,
      payload: ChannelReceipt,
      success: Success,
      error: errors
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Tell what became of a message",
        description:
          "Of a message that was posted to the callback address. `read` counts as delivered. A receipt never moves a message backwards: one that tells nothing new changes nothing. 404: the channel was given no such message."
      })
    )
  )
  .middleware(ChannelAccess)
  .annotate(CallersAllowed, permissions.speakForChannel)
  .prefix("/v1/channels/custom/:channelId")
  .annotateMerge(
    OpenApi.annotations({ title: "channelMessages", description: "What custom channels post: messages and receipts." })
  ) {}
