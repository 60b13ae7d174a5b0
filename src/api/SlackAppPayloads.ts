import { Schema } from "effect"
import { matching, oneLine, optional, secretText } from "./Fields.ts"
import { idLike, Moment, some } from "./Shapes.ts"

const name = oneLine(100).annotate({ description: "What people know it by here." })
const clientId = matching(/^\d{1,20}\.\d{1,20}$/, "must be the client id of a Slack app, such as 1234.5678").annotate({
  description: "Slack shows it under Basic Information, as the two secrets."
})
const clientSecret = secretText(16, 128).annotate({
  description: "With the client id: workspaces are connected by it, and their tokens renewed. Never returned."
})
const signingSecret = secretText(16, 128).annotate({
  description: "Requests that are signed with it are Slack's. Without it `eventsUrl` does not exist. Never returned."
})
const appToken = matching(/^xapp-[A-Za-z0-9-]{10,250}$/, "must be an app-level token of Slack's: xapp-…").annotate({
  description:
    "App-level token with `connections:write`: events come over sockets that this server opens. Never returned."
})

export const SlackApp = Schema.Struct({
  id: idLike("app"),
  brandId: idLike("br"),
  name: Schema.String,
  clientId: some(Schema.String),
  hasClientSecret: Schema.Boolean.annotate({ description: "With `clientId`: workspaces can be connected by it." }),
  hasSigningSecret: Schema.Boolean.annotate({ description: "Slack can reach it at `eventsUrl`." }),
  hasAppToken: Schema.Boolean.annotate({ description: "It is heard over sockets." }),
  eventsUrl: Schema.String.annotate({
    description: "Where Slack must send events, commands and interactions of this app."
  }),
  redirectUrl: Schema.String.annotate({ description: "Where Slack must send browsers back to." }),
  createdAt: Moment,
  updatedAt: Moment
}).annotate({
  identifier: "SlackApp",
  description: "A Slack app of the brand's own, beside the one that the server's operator has registered."
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
    description: "Once: an app with another client id is another app."
  }),
  clientSecret: optional(clientSecret),
  signingSecret: optional(signingSecret),
  appToken: optional(Schema.NullOr(appToken)).annotate({
    description: "`null`: its sockets are closed, and it is heard by `eventsUrl` alone."
  })
}).annotate({ identifier: "SlackAppUpdate" })

export const SlackManifest = Schema.Struct({
  manifest: Schema.String.annotate({ description: "YAML, to be pasted where Slack asks for an app's manifest." })
}).annotate({ identifier: "SlackManifest" })
