import { Schema } from "effect"
import { chatMirrors, chatReactions, chatRoles, chatTriggers, connectionStatuses } from "../domain/ChannelConnection.ts"
import { documented } from "./documented.ts"
import { listOf, matching, optional, Url } from "./Fields.ts"
import { fitsOneOf, is, only } from "./fitsOneOf.ts"
import { growing, idLike, Moment, some } from "./Shapes.ts"

/** Maximum channels of one workspace that have a role. */
const mostChannels = 500

const channelId = matching(/^[CGD][A-Z0-9]{1,30}$/, "must be the id of a Slack channel, such as C0123456789")
const role = Schema.Literals(chatRoles).annotate({
  description:
    "`customer`: people who write there are customers, and agents' public comments are posted to the thread. `agent`: an internal channel of the team, where messages do not become tickets by themselves; a workspace with one lets members act there with their own permissions."
})
const trigger = Schema.Literals(chatTriggers).annotate({
  description:
    "What opens a ticket: `every_message` that is not a reply, a `mention` of the app, or neither (`shortcut`). The reaction `:ticket:` always does."
})

const mirror = Schema.Literals(chatMirrors).annotate({
  description:
    "For role `agent` only: whether every ticket of the brand gets a thread there. `off`: no. `alerts`: yes, read-only. `notes`: members' replies in the thread become internal notes. `replies`: the same, but a reply that starts with `!reply` goes to the customer."
})
const reactionNames = { maxProperties: 30, propertyNames: { pattern: "^[a-z0-9_'+-]{1,100}$" } }
const reactions = Schema.Record(Schema.String, Schema.Literals(chatReactions)).annotate({
  description:
    "What emoji reactions on a message do, by emoji name: `open` a ticket, `assign` it to the member who reacts, `resolve` it. Defaults to `ticket`, `eyes` and `white_check_mark`."
})

export const SlackChannel = Schema.Struct({
  channelId,
  role,
  trigger,
  mirror: optional(mirror),
  brandId: optional(idLike("br")).annotate({
    description: "Another brand that the channel belongs to. Its tickets are opened or mirrored there."
  })
})
  .pipe(fitsOneOf({ mirror: only("off") }, { role: is("agent") }))
  .annotate({ identifier: "SlackChannel" })
export type SlackChannel = typeof SlackChannel.Type

export const SlackInstallation = Schema.Struct({
  id: idLike("ins"),
  brandId: idLike("br"),
  teamId: some(Schema.String).annotate({ description: "Omitted if the app is installed in an entire enterprise." }),
  enterpriseId: some(Schema.String),
  teamName: Schema.String,
  botUserId: Schema.String,
  appId: some(idLike("app")).annotate({
    description: "The brand's own app that is installed. Omitted for the server's app."
  }),
  status: growing(connectionStatuses).annotate({
    description:
      "`needs_reauth`: Slack rejects the app's token; connect the workspace again. `uninstalled`: the app was removed from the workspace."
  }),
  channels: Schema.Array(
    Schema.Struct({
      channelId: Schema.String,
      role,
      trigger,
      mirror: some(mirror),
      brandId: some(idLike("br")),
      name: some(Schema.String).annotate({ description: "The channel's name in Slack, once known." }),
      state: some(growing(["archived", "left"])).annotate({
        description: "The channel is archived, or the app is no longer in it. Nothing is sent there."
      })
    }).annotate({ identifier: "SlackInstallationChannel" })
  ),
  reactions: some(reactions),
  missingScopes: some(Schema.Array(Schema.String)).annotate({
    description: "Permissions that the workspace has not granted to the app. What depends on them does not work."
  }),
  lastInboundAt: some(Moment),
  lastOutboundAt: some(Moment),
  lastError: some(Schema.String),
  createdAt: Moment,
  updatedAt: Moment
}).annotate({ identifier: "SlackInstallation", description: "A Slack workspace connected to a brand." })

export const SlackInstallationUpdate = Schema.Struct({
  channels: optional(listOf(SlackChannel, mostChannels)).annotate({
    description: "Replaces all existing channels."
  }),
  reactions: optional(Schema.NullOr(reactions.pipe(documented(reactionNames)))).annotate({
    description: "`null`: the defaults."
  }),
  enabled: optional(Schema.Boolean).annotate({ description: "`false`: the workspace neither receives nor sends." })
}).annotate({ identifier: "SlackInstallationUpdate" })

export const SlackInstallUrlCreate = Schema.Struct({
  redirectUrl: optional(Url).annotate({
    description: "Where the browser ends up: a page of this server, or of an origin that is allowed to use sessions."
  }),
  appId: optional(idLike("app")).annotate({
    description: "The brand's own app to install in the workspace. Defaults to the server's app."
  })
}).annotate({ identifier: "SlackInstallUrlCreate" })

export const SlackInstallUrl = Schema.Struct({ url: Schema.String, expiresAt: Moment }).annotate({
  identifier: "SlackInstallUrl"
})

export const SlackTest = Schema.Struct({ channelId }).annotate({ identifier: "SlackTest" })

export const SlackTestResult = Schema.Struct({
  success: Schema.Literal(true),
  messageId: Schema.String.annotate({ description: "The message's channel and timestamp in Slack." })
}).annotate({ identifier: "SlackTestResult" })
