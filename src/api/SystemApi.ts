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
      "What waits for it or is under way, on all nodes and whenever it is due, as it was some seconds ago: messages to be sent, or that have come in, and of a webhook its deliveries that have not ended, counted up to 1,000."
  }),
  lastActivityAt: Schema.NullOr(Moment),
  lastError: Schema.NullOr(Schema.String),
  lastInboundAt: some(Moment).annotate({
    description:
      "When the last message came: of a workspace, number or custom channel on any node, of the mail server on this one. `lastOutboundAt` likewise, and of the mailer."
  }),
  lastOutboundAt: some(Moment)
}).annotate({ identifier: "ActorStatus" })

export const WidgetScript = Schema.Struct({
  url: Schema.String.annotate({
    description: "The widget's loader as it is now, under an address that stands for these bytes for ever.",
    examples: ["https://desk.example/widget/93c0d1a5b7e2f468/widget.js"]
  }),
  integrity: Schema.String.annotate({
    description:
      "Its hash, for the attribute `integrity` of a script element (Subresource Integrity) beside `crossorigin`."
  }),
  newestUrl: Schema.String.annotate({
    description: "Always the newest loader, which browsers ask for anew after an hour."
  })
}).annotate({ identifier: "WidgetScript", description: "Where pages load the widget from." })

export class SystemApi extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Healthy }).annotateMerge(
      OpenApi.annotations({ summary: "Liveness", description: "200 while the process runs; asks nothing else." })
    ),
    HttpApiEndpoint.get("ready", "/ready", {
      success: [Ready, Ready.pipe(HttpApiSchema.status(503))]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Readiness",
        description:
          "Whether this node should be sent requests: 503 if not. `checks` says what is amiss, also what takes no node away: `outbox`, while a part of the dispatcher of webhooks starts again, `writes`, while the database takes none, and `files` in an object store."
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
            "In the Prometheus text format, with OPERATOR_TOKEN as the bearer token or without one on the server itself."
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
            "The long-lived parts of this node and how they are, for owners and admins (those of their account's brands and of nobody's), with OPERATOR_TOKEN as the bearer token, and without a credential on the server itself (all)."
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
            "How the whole installation is: its nodes, queues, database and files. For who runs it: with OPERATOR_TOKEN as the bearer token, without a credential on the server itself, or as owner or admin of the account that the first start made. What cannot be read now is left out, and `unread` says why; nothing of it is more than a few seconds old, sizes half a minute."
        })
      )
      .annotate(CallersAllowed, permissions.oversee)
      .annotate(CredentialOptional, true),
    HttpApiEndpoint.get("widget", "/system/widget", { success: WidgetScript, error: NotFound }).annotateMerge(
      OpenApi.annotations({
        summary: "The widget's script",
        description: "For the tag that a site loads the widget by. Not found while the widget is not built."
      })
    )
  )
  .middleware(OpenAccess)
  .annotate(CallersAllowed, permissions.anyone)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "system", description: "For operators: is it alive, is it ready, what is it doing." })
  ) {}
