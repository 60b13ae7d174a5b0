import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  ChannelNotReady,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  NotFound,
  UpstreamFailed
} from "../domain/Problems.ts"
import { Access, CallersAllowed, CredentialLimits } from "./Access.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"
import {
  SlackInstallation,
  SlackInstallationUpdate,
  SlackInstallUrl,
  SlackInstallUrlCreate,
  SlackTest,
  SlackTestResult
} from "./SlackPayloads.ts"

const read = [NotFound, DatabaseUnavailable]
const command = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, installationId: idLike("ins") }

export class SlackApi extends HttpApiGroup.make("slack")
  .add(
    HttpApiEndpoint.get("list", "/channels/slack", {
      params: brandPath,
      success: Schema.Array(SlackInstallation),
      error: read
    }).annotateMerge(
      OpenApi.annotations({ summary: "List Slack workspaces", description: "All of the brand, oldest first." })
    ),
    HttpApiEndpoint.post("installUrl", "/channels/slack/install-url", {
      params: brandPath,
      payload: SlackInstallUrlCreate,
      success: SlackInstallUrl,
      error: [...command, InvalidInput, ChannelNotReady]
    })
      .annotate(CallersAllowed, permissions.connectWorkspaces)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Begin to connect a Slack workspace",
          description:
            "Answers with an address of Slack's for the browser of this session. It is good once and for ten minutes. A workspace belongs to one brand of the installation; connecting one again renews its token. 409 `channel_not_ready`: no app is registered with Slack (SLACK_CLIENT_ID or SLACK_BOT_TOKEN), or the app that `appId` names has no client id or no client secret yet."
        })
      ),
    HttpApiEndpoint.get("get", "/channels/slack/:installationId", {
      params: path,
      success: SlackInstallation,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a Slack workspace",
        description: "With whether it works, which permissions it misses, and what went wrong last."
      })
    ),
    HttpApiEndpoint.patch("update", "/channels/slack/:installationId", {
      params: path,
      payload: SlackInstallationUpdate,
      success: SlackInstallation,
      error: [...command, InvalidInput, InvalidState]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a Slack workspace",
          description:
            "Which channels have which role, and whether it is used. 409 `invalid_state`: one that has to be connected again cannot be turned on."
        })
      ),
    HttpApiEndpoint.delete("delete", "/channels/slack/:installationId", {
      params: path,
      success: Success,
      error: command
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Disconnect a Slack workspace",
          description:
            "Ends the app's access there and removes its threads. What was written before is handled first, which may take ten seconds; what cannot be is `failed` in the inbound log. Tickets stay, and are not answered in Slack any more."
        })
      ),
    HttpApiEndpoint.post("test", "/channels/slack/:installationId/test", {
      params: path,
      payload: SlackTest,
      success: SlackTestResult,
      error: [...command, InvalidInput, ChannelNotReady, UpstreamFailed]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotate(CredentialLimits, ["bulk"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send a test message to Slack",
          description:
            "Posts one message into a channel of the workspace. 409 `channel_not_ready`: the workspace is turned off or has removed the app, or belongs to test data, whose messages never leave. 502 `upstream_failed`: the message says what Slack answered, such as `not_in_channel`."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(
    OpenApi.annotations({ title: "slack", description: "Slack workspaces in which customers and the team write." })
  ) {}
