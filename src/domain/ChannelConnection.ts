import { type DateTime, Schema } from "effect"
import { AppId, BrandId, type ChannelId, type Id, type InstallationId, idOf, type NumberId } from "./Ids.ts"
import type { BrandScope } from "./Principal.ts"

/** The channels that a brand reaches through connections; mail goes through its addresses instead. */
export const connectionKinds = ["chat", "sms", "custom"] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/**
 * `error`: it does not work until a person intervenes; `needs_reauth`: the provider rejects our credentials. In both,
 * outbound messages wait. `disabled` and `uninstalled`: nothing comes in or goes out.
 */
export const connectionStatuses = ["active", "error", "disabled", "needs_reauth", "uninstalled"] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export const chatRoles = ["customer", "agent"] as const
export const chatTriggers = ["every_message", "mention", "shortcut"] as const
/**
 * Whether a channel of the team mirrors each ticket as a thread: not at all (`off`), read-only (`alerts`), with answers
 * that become notes (`notes`), or also with answers that go to the customer (`replies`).
 */
export const chatMirrors = ["off", "alerts", "notes", "replies"] as const
export type ChatMirror = (typeof chatMirrors)[number]

/** A channel of a workspace, with the role that it was given. */
export const SlackChannelSettings = Schema.Struct({
  channelId: Schema.String,
  role: Schema.Literals(chatRoles),
  trigger: Schema.Literals(chatTriggers),
  /** Only for channels with role `agent`. */
  mirror: Schema.optionalKey(Schema.Literals(chatMirrors)),
  /** Its brand, if that is not the brand of the connection. */
  brandId: Schema.optionalKey(BrandId),
  /** The channel's name in Slack, if known. */
  name: Schema.optionalKey(Schema.String),
  /** Nobody can write there any more, or the app is no longer a member. */
  state: Schema.optionalKey(Schema.Literals(["archived", "left"]))
})
export type SlackChannelSettings = typeof SlackChannelSettings.Type

/** What an emoji reaction to a message can do: make it a ticket, assign the ticket to whoever reacted, or resolve it. */
export const chatReactions = ["open", "assign", "resolve"] as const
export type ChatReaction = (typeof chatReactions)[number]

/** A Slack workspace or an enterprise installation. */
export const SlackSettings = Schema.Struct({
  /** Slack's id of the installed app. */
  appId: Schema.String,
  /** The brand's own app; the operator's app if left out. */
  app: Schema.optionalKey(AppId),
  /** Exists only in test mode; there is no real workspace behind it. */
  simulated: Schema.optionalKey(Schema.Boolean),
  teamId: Schema.optionalKey(Schema.String),
  enterpriseId: Schema.optionalKey(Schema.String),
  botId: Schema.String,
  botUserId: Schema.String,
  scopes: Schema.Array(Schema.String),
  channels: Schema.Array(SlackChannelSettings),
  /** What emoji reactions do; the defaults apply if left out. */
  reactions: Schema.optionalKey(Schema.Record(Schema.String, Schema.Literals(chatReactions)))
})
export type SlackSettings = typeof SlackSettings.Type

/** A phone number or alphanumeric sender at Twilio. */
export const SmsSettings = Schema.Struct({
  accountSid: Schema.String,
  /** The Messaging Service that the number belongs to and sends through. */
  messagingServiceSid: Schema.optionalKey(Schema.String),
  /** The API key that requests use instead of the account's auth token. Its secret is stored sealed. */
  apiKeySid: Schema.optionalKey(Schema.String),
  /** Hours after closing within which a text message reopens a ticket; a later one opens a new ticket. */
  reopenHours: Schema.Int,
  /** Whether the number can send pictures; otherwise they are sent as links. */
  mms: Schema.Boolean,
  /** Most text messages to one customer within an hour, and by the number within a day. */
  hourlyLimit: Schema.Int,
  dailyLimit: Schema.Int,
  /** Prefixes of the phone numbers that it may write to, such as `+1`; any number if left out. */
  destinations: Schema.optionalKey(Schema.Array(Schema.String))
})
export type SmsSettings = typeof SmsSettings.Type

/** A channel that speaks our own protocol (docs/channels/custom.md). */
export const CustomSettings = Schema.Struct({
  source: Schema.Literals(["custom", "discord", "instagram", "twitter", "whatsapp"]),
  /** Where messages to customers are posted. If left out, nothing is sent. */
  callbackUrl: Schema.optionalKey(Schema.String)
})
export type CustomSettings = typeof CustomSettings.Type
export type CustomSource = CustomSettings["source"]

interface Connection {
  readonly brandId: BrandId
  /** The provider's id, which belongs to one brand of the installation. */
  readonly externalId: string
  /** The name that people see. */
  readonly name: string
  readonly status: ConnectionStatus
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly lastOutboundAt?: DateTime.Utc | undefined
  /** Why it does not work, or why the last message through it was not sent. */
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

/** A way to a brand's customers that a third party runs: a workspace, a phone number or a custom channel. */
export type ChannelConnection = SlackConnection | SmsConnection | CustomConnection
export type ConnectionOf<K extends ConnectionKind> = Extract<ChannelConnection, { readonly kind: K }>
export type ConnectionId = ChannelConnection["id"]

/** Whether recipients cannot reply, because the sender is a name and not a phone number. */
export const isOneWay = ({ name }: Pick<SmsConnection, "name">): boolean => !name.startsWith("+")

/** Whether a connection may write to this phone number. */
export const mayWriteTo = ({ settings: { destinations } }: Pick<SmsConnection, "settings">, phone: string): boolean =>
  destinations === undefined || destinations.some((prefix) => phone.startsWith(prefix))

/** A connection with its brand. */
export interface PlacedConnection<K extends ConnectionKind = ConnectionKind> {
  readonly scope: BrandScope
  readonly connection: ConnectionOf<K>
}

/** The kind of id that each kind of connection has. */
export const connectionIdKinds = { chat: "installation", sms: "number", custom: "channel" } as const

/** The id of a connection of this kind, from its UUID column. */
export const connectionIdOf = (kind: ConnectionKind, uuid: string): ConnectionId =>
  idOf<ConnectionIdKind>(connectionIdKinds[kind], uuid)

type ConnectionIdKind = ConnectionId extends Id<infer K> ? K : never

/**
 * The id under which a provider's message is recorded beside mail. The provider's id alone is unique only within the
 * connection. It never equals a Message-ID, because it contains no `@`.
 */
export const externalMessageId = (connectionId: ConnectionId, externalId: string): string =>
  `${connectionId}/${externalId.replaceAll("%", "%25").replaceAll("@", "%40")}`
