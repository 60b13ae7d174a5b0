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
      OpenApi.annotations({
        summary: "List Slack workspaces",
        description: "Returns all workspaces of the brand, oldest first."
      })
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
          summary: "Start connecting a Slack workspace",
          description:
            "Returns a Slack URL to open in the browser of this session. It works once, within ten minutes. A workspace belongs to one brand of the installation; connecting it again renews its token. 409 `channel_not_ready`: no Slack app is set up (SLACK_CLIENT_ID or SLACK_BOT_TOKEN), or the app in `appId` has no client id or client secret yet."
        })
      ),
    HttpApiEndpoint.get("get", "/channels/slack/:installationId", {
      params: path,
      success: SlackInstallation,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a Slack workspace",
        description: "Includes whether it works, which permissions are missing, and the last error."
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
            "Sets which channels have which role, and whether the workspace is enabled. 409 `invalid_state`: a workspace that must be reconnected cannot be enabled."
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
            "Removes the app's access and its threads there. Messages written before are processed first, which can take ten seconds; those that cannot be processed become `failed` in the inbound log. Tickets stay, but replies no longer go to Slack."
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
            "Posts one message to a channel of the workspace. 409 `channel_not_ready`: the workspace is disabled or has removed the app, or belongs to test mode, where messages never leave. 502 `upstream_failed`: the message has Slack's error, such as `not_in_channel`."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(
    OpenApi.annotations({ title: "slack", description: "Slack workspaces that customers and the team write in." })
  ) {}
