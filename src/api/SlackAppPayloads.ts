import { Schema } from "effect"
import { matching, oneLine, optional, secretText } from "./Fields.ts"
import { idLike, Moment, some } from "./Shapes.ts"

const name = oneLine(100).annotate({ description: "Display name in Trunkline." })
const clientId = matching(/^\d{1,20}\.\d{1,20}$/, "must be the client id of a Slack app, such as 1234.5678").annotate({
  description: "Shown by Slack under Basic Information, along with the two secrets."
})
const clientSecret = secretText(16, 128).annotate({
  description: "Used with the client id to connect workspaces and renew their tokens. Never returned."
})
const signingSecret = secretText(16, 128).annotate({
  description: "Verifies that requests come from Slack. `eventsUrl` works only with it. Never returned."
})
const appToken = matching(/^xapp-[A-Za-z0-9-]{10,250}$/, "must be a Slack app-level token: xapp-…").annotate({
  description:
    "App-level token with `connections:write`. With it, the server receives events over sockets that it opens (Socket Mode). Never returned."
})

export const SlackApp = Schema.Struct({
  id: idLike("app"),
  brandId: idLike("br"),
  name: Schema.String,
  clientId: some(Schema.String),
  hasClientSecret: Schema.Boolean.annotate({ description: "Together with `clientId`, workspaces can be connected." }),
  hasSigningSecret: Schema.Boolean.annotate({ description: "Slack can reach the app at `eventsUrl`." }),
  hasAppToken: Schema.Boolean.annotate({ description: "The app receives events over sockets (Socket Mode)." }),
  eventsUrl: Schema.String.annotate({
    description: "Where Slack must send the app's events, commands and interactions."
  }),
  redirectUrl: Schema.String.annotate({ description: "Where Slack must redirect browsers to." }),
  createdAt: Moment,
  updatedAt: Moment
}).annotate({
  identifier: "SlackApp",
  description: "A brand's own Slack app, in addition to the one that the operator set up for the server."
})

export const SlackAppCreate = Schema.Struct({
  name,
  clientId: optional(clientId),
  clientSecret: optional(clientSecret),
  signingSecret: optional(signingSecret),
  appToken: optional(appToken)
}).annotate({ identifier: "SlackAppCreate" })

export const SlackAppUpdate = Schema.Struct({
  name: optional(name),
  clientId: optional(clientId).annotate({
    description: "Can be set only once: another client id means another app."
  }),
  clientSecret: optional(clientSecret),
  signingSecret: optional(signingSecret),
  appToken: optional(Schema.NullOr(appToken)).annotate({
    description: "`null` closes the sockets; the app then receives events only at `eventsUrl`."
  })
}).annotate({ identifier: "SlackAppUpdate" })

export const SlackManifest = Schema.Struct({
  manifest: Schema.String.annotate({ description: "YAML to paste where Slack asks for an app manifest." })
}).annotate({ identifier: "SlackManifest" })
