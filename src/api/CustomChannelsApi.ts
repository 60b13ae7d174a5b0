import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  ChannelNotReady,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  UpstreamFailed
} from "../domain/Problems.ts"
import { Access, CallersAllowed, CredentialLimits } from "./Access.ts"
import {
  ChannelSecretRotation,
  ChannelTest,
  CustomChannel,
  CustomChannelCreate,
  CustomChannelUpdate,
  CustomChannelWithSecret
} from "./CustomChannelPayloads.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"

const read = [NotFound, DatabaseUnavailable]
const command = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const write = [...command, InvalidInput]
const path = { ...brandPath, channelId: idLike("chn") }

export class CustomChannelsApi extends HttpApiGroup.make("customChannels")
  .add(
    HttpApiEndpoint.get("list", "/channels/custom", {
      params: brandPath,
      success: Schema.Array(CustomChannel),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List custom channels",
        description: "Returns all custom channels of the brand, oldest first."
      })
    ),
    HttpApiEndpoint.post("create", "/channels/custom", {
      params: brandPath,
      payload: CustomChannelCreate,
      success: CustomChannelWithSecret.pipe(HttpApiSchema.status(201)),
      error: [...write, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a custom channel",
          description:
            "For anything without a built-in channel, such as a shop's own chat. docs/channels/custom.md explains how to build one. The secret is returned only in this response. A brand can have 50 custom channels."
        })
      ),
    HttpApiEndpoint.get("get", "/channels/custom/:channelId", {
      params: path,
      success: CustomChannel,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a custom channel",
        description: "Does not include the secret, which is returned only when it is created or rotated."
      })
    ),
    HttpApiEndpoint.patch("update", "/channels/custom/:channelId", {
      params: path,
      payload: CustomChannelUpdate,
      success: CustomChannel,
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a custom channel",
          description: "Messages waiting to be sent go to the new URL. With `callbackUrl: null`, nothing more is sent."
        })
      ),
    HttpApiEndpoint.delete("delete", "/channels/custom/:channelId", {
      params: path,
      success: Success,
      error: command
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove a custom channel",
          description:
            "Its tickets stay. Unsent messages are suppressed, and messages signed with its secret are no longer accepted."
        })
      ),
    HttpApiEndpoint.post("rotateSecret", "/channels/custom/:channelId/rotate-secret", {
      params: path,
      payload: ChannelSecretRotation,
      success: CustomChannelWithSecret,
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Rotate a channel's secret",
          description:
            "For `overlapHours`, callbacks are signed with both secrets and messages signed with either are accepted. With 0, the previous secret becomes invalid immediately."
        })
      ),
    HttpApiEndpoint.post("test", "/channels/custom/:channelId/test", {
      params: path,
      success: ChannelTest,
      error: [...command, ChannelNotReady, UpstreamFailed]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotate(CredentialLimits, ["bulk"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send a test to a channel",
          description:
            "Posts a signed `message.test` to the callback URL once. 409 `channel_not_ready`: the channel has no callback URL or is disabled. 502 `upstream_failed`: the message says what the channel returned."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(
    OpenApi.annotations({ title: "customChannels", description: "Channels that you build yourself for one brand." })
  ) {}
