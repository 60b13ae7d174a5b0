import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { Forbidden, NotFound, RateLimited } from "../domain/Problems.ts"
import { CallersAllowed, CredentialOptional, OpenAccess } from "./Access.ts"
import { permissions } from "./permissions.ts"
import { growing, Moment, some } from "./Shapes.ts"
import { SystemStatusBody } from "./SystemPayloads.ts"

const Check = Schema.Literals(["ok", "failing"])

export const Healthy = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String.annotate({ examples: ["0.1.0"] })
})
export const Ready = Schema.Struct({ status: Check, checks: Schema.Record(Schema.String, Check) })

export const ActorStatus = Schema.Struct({
  name: Schema.String,
  kind: Schema.String,
  brandId: Schema.optionalKey(Schema.String),
  state: growing(["starting", "running", "backing_off", "stopped"]),
  restarts: Schema.Int,
  backlog: Schema.Int.annotate({
    description:
      "Work that is waiting or in progress, on all nodes and regardless of when it is due, as of some seconds ago: messages to send or messages received. For a webhook, its unfinished deliveries, counted up to 1,000."
  }),
  lastActivityAt: Schema.NullOr(Moment),
  lastError: Schema.NullOr(Schema.String),
  lastInboundAt: some(Moment).annotate({
    description:
      "When the last message arrived: for a workspace, number or custom channel on any node; for the mail server on this one. `lastOutboundAt` works the same way, and includes the mailer."
  }),
  lastOutboundAt: some(Moment)
}).annotate({ identifier: "ActorStatus" })

export const WidgetScript = Schema.Struct({
  url: Schema.String.annotate({
    description: "The current version of the widget loader, at a URL whose content never changes.",
    examples: ["https://desk.example/widget/93c0d1a5b7e2f468/widget.js"]
  }),
  integrity: Schema.String.annotate({
    description:
      "Its hash, for the `integrity` attribute of a script element (Subresource Integrity), together with `crossorigin`."
  }),
  newestUrl: Schema.String.annotate({
    description: "Always the newest loader. Browsers check for a new version after an hour."
  })
}).annotate({ identifier: "WidgetScript", description: "Where pages load the widget from." })

export class SystemApi extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Healthy }).annotateMerge(
      OpenApi.annotations({
        summary: "Liveness",
        description: "Returns 200 while the process runs. Checks nothing else."
      })
    ),
    HttpApiEndpoint.get("ready", "/ready", {
      success: [Ready, Ready.pipe(HttpApiSchema.status(503))]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Readiness",
        description:
          "Whether to send requests to this node: 503 if not. `checks` names problems, including those that do not take the node out of service: `outbox`, while a part of the webhook dispatcher restarts; `writes`, while the database accepts none; and `files`, in an object store."
      })
    ),
    HttpApiEndpoint.get("metrics", "/metrics", {
      success: Schema.String.pipe(HttpApiSchema.asText()),
      error: Forbidden
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Metrics",
          description:
            "In Prometheus text format. Requires OPERATOR_TOKEN as the bearer token, or a request from the server itself."
        })
      )
      .annotate(CallersAllowed, permissions.operate),
    HttpApiEndpoint.get("actors", "/system/actors", {
      success: Schema.Array(ActorStatus),
      error: [Forbidden, RateLimited, DatabaseUnavailable]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Actors",
          description:
            "The long-lived parts of this node and their state. With OPERATOR_TOKEN as the bearer token, or without a credential on the server itself, returns all of them; owners and admins get those of their account's brands and those that belong to no brand."
        })
      )
      .annotate(CallersAllowed, permissions.watch)
      .annotate(CredentialOptional, true),
    HttpApiEndpoint.get("status", "/system/status", {
      success: SystemStatusBody,
      error: [Forbidden, RateLimited, DatabaseUnavailable]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Status",
          description:
            "The state of the whole installation: its nodes, queues, database and files. For its operator: with OPERATOR_TOKEN as the bearer token, without a credential on the server itself, or as an owner or admin of the account created at the first start. Parts that cannot be read are omitted, and `unread` says why. The data is at most a few seconds old, sizes half a minute."
        })
      )
      .annotate(CallersAllowed, permissions.oversee)
      .annotate(CredentialOptional, true),
    HttpApiEndpoint.get("widget", "/system/widget", { success: WidgetScript, error: NotFound }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the widget script",
        description: "For the script tag that loads the widget. Returns 404 if the widget has not been built."
      })
    )
  )
  .middleware(OpenAccess)
  .annotate(CallersAllowed, permissions.anyone)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "system", description: "For operators: liveness, readiness and current activity." })
  ) {}
