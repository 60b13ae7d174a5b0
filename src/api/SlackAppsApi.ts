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
      OpenApi.annotations({ summary: "List Slack apps", description: "Those of the brand's own, oldest first." })
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
            "An app of the brand's own, with addresses and secrets of its own; at most 10 for each brand. Add it by its name, make it at Slack from its manifest, then tell its client id and secrets."
        })
      ),
    HttpApiEndpoint.get("get", "/channels/slack/apps/:appId", {
      params: path,
      success: SlackApp,
      error: read
    }).annotateMerge(
      OpenApi.annotations({ summary: "Get a Slack app", description: "Without its secrets, which are never shown." })
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
          description: "What is new holds on every node within a moment; secrets that are left out stay."
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
            "Its address ends to exist. 409 `invalid_state`: workspaces are connected by it; disconnect them first."
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
          "From which the app is made at Slack: what it may do, and this server's addresses for it. One with an app-level token is heard over sockets, and has no address for events."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(OpenApi.annotations({ title: "slackApps", description: "Slack apps that a brand brings along." })) {}
