import { Schema } from "effect"
import { chatRoles, chatTriggers, connectionStatuses } from "../domain/ChannelConnection.ts"
import { listOf, matching, optional, Url } from "./Fields.ts"
import { idLike, Moment, some } from "./Shapes.ts"

/** Channels of one workspace that have a role. */
const mostChannels = 500

const channelId = matching(/^[CGD][A-Z0-9]{1,30}$/, "must be the id of a Slack channel, such as C0123456789")
const role = Schema.Literals(chatRoles).annotate({
  description:
    "`customer`: who writes there is a customer, and public comments of agents are posted into the thread. `agent`: the team's own channel, in which nothing becomes a ticket by itself; with one, members of the team act in the workspace with their own rights."
})
const trigger = Schema.Literals(chatTriggers).annotate({
  description:
    "What opens a ticket: `every_message` that is no answer, a `mention` of the app, or neither (`shortcut`). The reaction `:ticket:` does everywhere."
})

const SlackChannel = Schema.Struct({ channelId, role, trigger }).annotate({ identifier: "SlackChannel" })

export const SlackInstallation = Schema.Struct({
  id: idLike("ins"),
  brandId: idLike("br"),
  teamId: some(Schema.String).annotate({ description: "Left out where the app is installed in a whole enterprise." }),
  enterpriseId: some(Schema.String),
  teamName: Schema.String,
  botUserId: Schema.String,
  status: Schema.Literals(connectionStatuses).annotate({
    description:
      "`needs_reauth`: Slack refuses the app's token, so that the workspace has to be connected again. `uninstalled`: the app was removed there."
  }),
  channels: Schema.Array(
    Schema.Struct({ channelId: Schema.String, role, trigger }).annotate({ identifier: "SlackInstallationChannel" })
  ),
  missingScopes: some(Schema.Array(Schema.String)).annotate({
    description: "What the workspace does not allow the app, and what therefore does not work."
  }),
  lastInboundAt: some(Moment),
  lastOutboundAt: some(Moment),
  lastError: some(Schema.String),
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "SlackInstallation", description: "A Slack workspace that a brand is reached in." })

export const SlackInstallationUpdate = Schema.Struct({
  channels: optional(listOf(SlackChannel, mostChannels)).annotate({
    description: "Takes the place of all there were."
  }),
  enabled: optional(Schema.Boolean).annotate({ description: "`false`: nothing comes in or goes out by it." })
}).annotate({ identifier: "SlackInstallationUpdate" })

export const SlackInstallUrlCreate = Schema.Struct({
  redirectUrl: optional(Url).annotate({
    description:
      "Where the browser comes out at the end: a page of this server, or of an origin that may act for sessions."
  })
}).annotate({ identifier: "SlackInstallUrlCreate" })

export const SlackInstallUrl = Schema.Struct({ url: Schema.String, expiresAt: Moment }).annotate({
  identifier: "SlackInstallUrl"
})
