import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"
import { SlackApp, SlackAppCreate, SlackAppUpdate, SlackManifest } from "./SlackAppPayloads.ts"

const read = [NotFound, DatabaseUnavailable]
const command = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, appId: idLike("app") }

export class SlackAppsApi extends HttpApiGroup.make("slackApps")
  .add(
    HttpApiEndpoint.get("list", "/channels/slack/apps", {
      params: brandPath,
      success: Schema.Array(SlackApp),
      error: read
    }).annotateMerge(
      OpenApi.annotations({ summary: "List Slack apps", description: "Returns the brand's own apps, oldest first." })
    ),
    HttpApiEndpoint.post("create", "/channels/slack/apps", {
      params: brandPath,
      payload: SlackAppCreate,
      success: SlackApp.pipe(HttpApiSchema.status(201)),
      error: [...command, InvalidInput, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a Slack app",
          description:
            "Adds an app that belongs to the brand, with its own URLs and secrets. A brand can have 10. Add it with a name, create it at Slack from its manifest, then set its client id and secrets."
        })
      ),
    HttpApiEndpoint.get("get", "/channels/slack/apps/:appId", {
      params: path,
      success: SlackApp,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a Slack app",
        description: "Does not include its secrets, which are never returned."
      })
    ),
    HttpApiEndpoint.patch("update", "/channels/slack/apps/:appId", {
      params: path,
      payload: SlackAppUpdate,
      success: SlackApp,
      error: [...command, InvalidInput]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a Slack app",
          description: "Changes take effect on every node within moments. Omitted secrets are not changed."
        })
      ),
    HttpApiEndpoint.delete("delete", "/channels/slack/apps/:appId", {
      params: path,
      success: Success,
      error: [...command, InvalidState]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove a Slack app",
          description:
            "Its URL stops working. 409 `invalid_state`: workspaces are connected with the app; disconnect them first."
        })
      ),
    HttpApiEndpoint.get("manifest", "/channels/slack/apps/:appId/manifest", {
      params: path,
      success: SlackManifest,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the manifest of a Slack app",
        description:
          "Returns the manifest to create the app from at Slack: its permissions and this server's URLs. An app with an app-level token uses sockets and has no events URL."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(OpenApi.annotations({ title: "slackApps", description: "A brand's own Slack apps." })) {}
