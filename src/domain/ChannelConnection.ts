import { type DateTime, Schema } from "effect"
import { AppId, BrandId, type ChannelId, type Id, type InstallationId, idOf, type NumberId } from "./Ids.ts"
import type { BrandScope } from "./Principal.ts"

/** Channels that are reached through a connection of the brand's; mail is reached through its addresses. */
export const connectionKinds = ["chat", "sms", "custom"] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/**
 * `error`: it does not work for a reason that only a person can remove; `needs_reauth`: the provider refuses our
 * credentials. What is to be sent waits in both. `disabled` and `uninstalled`: nothing comes in or goes out.
 */
export const connectionStatuses = ["active", "error", "disabled", "needs_reauth", "uninstalled"] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export const chatRoles = ["customer", "agent"] as const
export const chatTriggers = ["every_message", "mention", "shortcut"] as const
/**
 * Whether a channel of the team has a thread for every ticket: not at all; to be read alone (`alerts`); with answers that
 * are notes (`notes`); or also with answers that customers get (`replies`).
 */
export const chatMirrors = ["off", "alerts", "notes", "replies"] as const
export type ChatMirror = (typeof chatMirrors)[number]

/** A channel of a workspace that has a role. */
export const SlackChannelSettings = Schema.Struct({
  channelId: Schema.String,
  role: Schema.Literals(chatRoles),
  trigger: Schema.Literals(chatTriggers),
  /** Of channels of role `agent`. */
  mirror: Schema.optionalKey(Schema.Literals(chatMirrors)),
  /** Whose it is, where that is not the brand of the connection. */
  brandId: Schema.optionalKey(BrandId),
  /** What people call it there, where that was told. */
  name: Schema.optionalKey(Schema.String),
  /** Nobody can write there any more, or the app is not in it. */
  state: Schema.optionalKey(Schema.Literals(["archived", "left"]))
})
export type SlackChannelSettings = typeof SlackChannelSettings.Type

/** What an emoji below a message can do: make a ticket of it, assign that to whoever reacts, or resolve it. */
export const chatReactions = ["open", "assign", "resolve"] as const
export type ChatReaction = (typeof chatReactions)[number]

/** A Slack workspace, or an enterprise installation. */
export const SlackSettings = Schema.Struct({
  /** Slack's id of the app that it let in. */
  appId: Schema.String,
  /** The brand's own app that this is; the operator's, where it is left out. */
  app: Schema.optionalKey(AppId),
  /** It exists in test mode alone: nobody reads there. */
  simulated: Schema.optionalKey(Schema.Boolean),
  teamId: Schema.optionalKey(Schema.String),
  enterpriseId: Schema.optionalKey(Schema.String),
  botId: Schema.String,
  botUserId: Schema.String,
  scopes: Schema.Array(Schema.String),
  channels: Schema.Array(SlackChannelSettings),
  /** What emoji mean below messages, where that is not the usual. */
  reactions: Schema.optionalKey(Schema.Record(Schema.String, Schema.Literals(chatReactions)))
})
export type SlackSettings = typeof SlackSettings.Type

/** A phone number at Twilio, or a sender's name there. */
export const SmsSettings = Schema.Struct({
  accountSid: Schema.String,
  /** The service that the number belongs to, by which its messages are sent. */
  messagingServiceSid: Schema.optionalKey(Schema.String),
  /** The API key that requests are made with instead of the account's token; its secret is sealed. */
  apiKeySid: Schema.optionalKey(Schema.String),
  /** Hours after its end within which a text message opens a closed ticket again; later ones begin a new ticket. */
  reopenHours: Schema.Int,
  /** The number sends pictures; otherwise they are links. */
  mms: Schema.Boolean,
  /** Texts that are sent to one customer within an hour, and by the number within a day. */
  hourlyLimit: Schema.Int,
  dailyLimit: Schema.Int,
  /** Beginnings of the telephone numbers that it may write to, such as `+1`; all, when left out. */
  destinations: Schema.optionalKey(Schema.Array(Schema.String))
})
export type SmsSettings = typeof SmsSettings.Type

/** Whatever speaks our own protocol (docs/channels/custom.md). */
export const CustomSettings = Schema.Struct({
  source: Schema.Literals(["custom", "discord", "instagram", "twitter", "whatsapp"]),
  /** Where messages to customers are posted; without it nothing is sent. */
  callbackUrl: Schema.optionalKey(Schema.String)
})
export type CustomSettings = typeof CustomSettings.Type
export type CustomSource = CustomSettings["source"]

interface Connection {
  readonly brandId: BrandId
  /** What the provider knows it by; a provider's id belongs to one brand of the installation. */
  readonly externalId: string
  /** What people know it by. */
  readonly name: string
  readonly status: ConnectionStatus
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly lastOutboundAt?: DateTime.Utc | undefined
  /** Why it does not work, or why the last message by it was not sent. */
  readonly lastError?: string | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

export interface SlackConnection extends Connection {
  readonly id: InstallationId
  readonly kind: "chat"
  readonly provider: "slack"
  readonly settings: SlackSettings
}

export interface SmsConnection extends Connection {
  readonly id: NumberId
  readonly kind: "sms"
  readonly provider: "twilio"
  readonly settings: SmsSettings
}

export interface CustomConnection extends Connection {
  readonly id: ChannelId
  readonly kind: "custom"
  readonly provider: "custom"
  readonly settings: CustomSettings
}

/** A way to a brand's customers that somebody else runs: a workspace, a number, a custom channel. */
export type ChannelConnection = SlackConnection | SmsConnection | CustomConnection
export type ConnectionOf<K extends ConnectionKind> = Extract<ChannelConnection, { readonly kind: K }>
export type ConnectionId = ChannelConnection["id"]

/** Whether nobody can answer what is sent by it: it is a sender's name and no telephone number. */
export const isOneWay = ({ name }: Pick<SmsConnection, "name">): boolean => !name.startsWith("+")

/** Whether a number may write to a telephone number. */
export const mayWriteTo = ({ settings: { destinations } }: Pick<SmsConnection, "settings">, phone: string): boolean =>
  destinations === undefined || destinations.some((prefix) => phone.startsWith(prefix))

/** A connection, and the brand that it is of. */
export interface PlacedConnection<K extends ConnectionKind = ConnectionKind> {
  readonly scope: BrandScope
  readonly connection: ConnectionOf<K>
}

/** What ids of connections are called. */
export const connectionIdKinds = { chat: "installation", sms: "number", custom: "channel" } as const

/** The id of a connection of this kind, from its UUID column. */
export const connectionIdOf = (kind: ConnectionKind, uuid: string): ConnectionId =>
  idOf<ConnectionIdKind>(connectionIdKinds[kind], uuid)

type ConnectionIdKind = ConnectionId extends Id<infer K> ? K : never

/**
 * Under which a message of the provider's is recorded beside mail: its id there is unique for the connection alone. No
 * mail has such an id, because it holds no `@`.
 */
export const externalMessageId = (connectionId: ConnectionId, externalId: string): string =>
  `${connectionId}/${externalId.replaceAll("%", "%25").replaceAll("@", "%40")}`
