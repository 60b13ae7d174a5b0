import { Schema } from "effect"
import { chatMirrors, chatReactions, chatRoles, chatTriggers, connectionStatuses } from "../domain/ChannelConnection.ts"
import { documented } from "./documented.ts"
import { listOf, matching, optional, Url } from "./Fields.ts"
import { fitsOneOf, is, only } from "./fitsOneOf.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

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

const mirror = Schema.Literals(chatMirrors).annotate({
  description:
    "Of role `agent` alone: whether every ticket of the brand has a thread there. `off`; `alerts`: to be read; `notes`: what members of the team answer is an internal note; `replies`: unless it begins with `!reply`, and then the customer gets it."
})
const reactionNames = { maxProperties: 30, propertyNames: { pattern: "^[a-z0-9_'+-]{1,100}$" } }
const reactions = Schema.Record(Schema.String, Schema.Literals(chatReactions)).annotate({
  description:
    "What emoji mean below a message, by their names: to `open` a ticket, to `assign` it to who reacts, to `resolve` it. `ticket`, `eyes` and `white_check_mark` unless it is set."
})

export const SlackChannel = Schema.Struct({
  channelId,
  role,
  trigger,
  mirror: optional(mirror),
  brandId: optional(idLike("br")).annotate({
    description: "Another brand whose channel it is: its tickets are opened there, or mirrored."
  })
})
  .pipe(fitsOneOf({ mirror: only("off") }, { role: is("agent") }))
  .annotate({ identifier: "SlackChannel" })
export type SlackChannel = typeof SlackChannel.Type

export const SlackInstallation = Schema.Struct({
  id: idLike("ins"),
  brandId: idLike("br"),
  teamId: some(Schema.String).annotate({ description: "Left out where the app is installed in a whole enterprise." }),
  enterpriseId: some(Schema.String),
  teamName: Schema.String,
  botUserId: Schema.String,
  appId: some(idLike("app")).annotate({ description: "The brand's own app that it has let in; else the server's." }),
  status: growing(connectionStatuses).annotate({
    description:
      "`needs_reauth`: Slack refuses the app's token, so that the workspace has to be connected again. `uninstalled`: the app was removed there."
  }),
  channels: Schema.Array(
    Schema.Struct({
      channelId: Schema.String,
      role,
      trigger,
      mirror: some(mirror),
      brandId: some(idLike("br")),
      name: some(Schema.String).annotate({ description: "What it is called in Slack, once that was told." }),
      state: some(growing(["archived", "left"])).annotate({
        description: "It is archived, or the app is not in it any more: nothing is sent there."
      })
    }).annotate({ identifier: "SlackInstallationChannel" })
  ),
  reactions: some(reactions),
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
  reactions: optional(Schema.NullOr(reactions.pipe(documented(reactionNames)))).annotate({
    description: "`null`: what is usual."
  }),
  enabled: optional(Schema.Boolean).annotate({ description: "`false`: nothing comes in or goes out by it." })
}).annotate({ identifier: "SlackInstallationUpdate" })

export const SlackInstallUrlCreate = Schema.Struct({
  redirectUrl: optional(Url).annotate({
    description:
      "Where the browser comes out at the end: a page of this server, or of an origin that may act for sessions."
  }),
  appId: optional(idLike("app")).annotate({
    description: "The brand's own app that the workspace is to let in; the server's, when it is left out."
  })
}).annotate({ identifier: "SlackInstallUrlCreate" })

export const SlackInstallUrl = Schema.Struct({ url: Schema.String, expiresAt: Moment }).annotate({
  identifier: "SlackInstallUrl"
})

export const SlackTest = Schema.Struct({ channelId }).annotate({ identifier: "SlackTest" })

export const SlackTestResult = Schema.Struct({
  success: Schema.Literal(true),
  messageId: Schema.String.annotate({ description: "Channel and time stamp of the message at Slack." })
}).annotate({ identifier: "SlackTestResult" })
