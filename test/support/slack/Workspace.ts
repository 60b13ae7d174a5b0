import { randomUUID } from "node:crypto"
import {
  type SlackChannel,
  type SlackFile,
  type SlackMessage,
  SlackRefusal,
  type SlackToken,
  type SlackUser,
  type SlackView,
  type Wire
} from "./slackRecords.ts"

/** The scopes of a workspace's bot unless a test removes some. */
export const allScopes = [
  "app_mentions:read",
  "channels:history",
  "channels:read",
  "groups:history",
  "groups:read",
  "im:history",
  "im:read",
  "im:write",
  "chat:write",
  "chat:write.customize",
  "commands",
  "files:read",
  "files:write",
  "links:read",
  "links:write",
  "reactions:read",
  "reactions:write",
  "users:read",
  "users:read.email",
  "team:read"
] as const

let counter = 0
/** An id in Slack's format, with its kind as first letter. */
export const slackId = (kind: string) => `${kind}0${(++counter).toString(36).toUpperCase().padStart(9, "0")}`

/** A workspace: its people, channels, messages, files, and the tokens of our bot in it. */
export class Workspace {
  readonly id = slackId("T")
  readonly name: string
  readonly enterpriseId: string | undefined
  readonly botId = slackId("B")
  readonly botUserId = slackId("U")
  readonly users = new Map<string, SlackUser>()
  readonly channels = new Map<string, SlackChannel>()
  readonly files = new Map<string, SlackFile>()
  readonly tokens = new Map<string, SlackToken>()
  /** Refresh tokens that have not been used yet. */
  readonly refreshTokens = new Set<string>()
  readonly views = new Map<string, SlackView>()
  /** Views shown by `views.publish`, by user. */
  readonly homes = new Map<string, Wire>()
  readonly ephemerals: Array<{ readonly channel: string; readonly user: string; readonly text: string }> = []
  readonly unfurls: Array<Wire> = []
  /** URLs that the app was asked to unfurl, by the id of the request. */
  readonly sharedLinks = new Map<string, ReadonlySet<string>>()
  readonly appId: string
  readonly origin: string
  isDeactivated = false
  private lastTs = 0

  constructor(name: string, appId: string, origin: string, enterpriseId?: string) {
    this.name = name
    this.appId = appId
    this.origin = origin
    this.enterpriseId = enterpriseId
    this.users.set(this.botUserId, {
      id: this.botUserId,
      teamId: this.id,
      name: "desk",
      email: undefined,
      isBot: true
    })
  }

  /** Issues a new bot token. One that expires comes with a refresh token. */
  issueToken(options: { readonly scopes?: ReadonlyArray<string>; readonly lifetime?: number | undefined } = {}) {
    const token: SlackToken = {
      value: `xoxb-${this.id}-${randomUUID()}`,
      scopes: new Set(options.scopes ?? allScopes),
      expiresAt: options.lifetime === undefined ? undefined : Date.now() + options.lifetime,
      isRevoked: false
    }
    this.tokens.set(token.value, token)
    const refreshToken = options.lifetime === undefined ? undefined : `xoxe-1-${randomUUID()}`
    if (refreshToken !== undefined) this.refreshTokens.add(refreshToken)
    return { token, refreshToken }
  }

  addUser(user: Partial<Omit<SlackUser, "id">> & { readonly name: string }): SlackUser {
    const added: SlackUser = { teamId: this.id, email: undefined, ...user, id: slackId("U") }
    this.users.set(added.id, added)
    return added
  }

  addChannel(name: string, options: Partial<Pick<SlackChannel, "kind" | "user" | "hasBot">> = {}): SlackChannel {
    const kind = options.kind ?? "channel"
    const channel: SlackChannel = {
      id: slackId(kind === "im" ? "D" : "C"),
      name,
      kind,
      user: options.user,
      hasBot: options.hasBot ?? true,
      isArchived: false,
      messages: new Map()
    }
    this.channels.set(channel.id, channel)
    return channel
  }

  /** The direct conversation between a user and our bot. */
  directChannel(user: string): SlackChannel {
    const known = [...this.channels.values()].find((channel) => channel.kind === "im" && channel.user === user)
    return known ?? this.addChannel(`im-${user}`, { kind: "im", user })
  }

  /** A channel that the bot may post to, or Slack's refusal. */
  writable(id: unknown): SlackChannel {
    const channel = this.readable(id)
    if (channel.isArchived) throw new SlackRefusal("is_archived")
    return channel
  }

  readable(id: unknown): SlackChannel {
    const channel = this.channels.get(String(id))
    if (channel === undefined) throw new SlackRefusal("channel_not_found")
    if (!channel.hasBot) throw new SlackRefusal("not_in_channel")
    return channel
  }

  message(channel: SlackChannel, ts: unknown): SlackMessage {
    const message = channel.messages.get(String(ts))
    if (message === undefined || message.isDeleted) throw new SlackRefusal("message_not_found")
    return message
  }

  /** The messages of a thread, root first; only the root if there are no replies. */
  thread(channel: SlackChannel, ts: string): ReadonlyArray<SlackMessage> {
    const root = channel.messages.get(ts)
    if (root === undefined || (root.isDeleted && !this.isThere(channel, ts))) throw new SlackRefusal("thread_not_found")
    const rootTs = root.threadTs ?? root.ts
    return [...channel.messages.values()]
      .filter((message) => message.ts === rootTs || (message.threadTs === rootTs && !message.isDeleted))
      .sort((a, b) => (a.ts < b.ts ? -1 : 1))
  }

  /**
   * The thread that something is posted into. A message that was deleted before anyone replied leaves nothing behind: a reply
   * to it goes into the channel itself, and Slack does not report that (slack-go/slack#1571).
   */
  threadIn(channel: SlackChannel, ts: unknown): string | undefined {
    if (ts === undefined) return undefined
    const threadTs = String(ts)
    if (channel.messages.get(threadTs)?.isLocked === true) throw new SlackRefusal("restricted_action_thread_locked")
    return this.isThere(channel, threadTs) ? threadTs : undefined
  }

  private isThere(channel: SlackChannel, threadTs: string): boolean {
    return (
      channel.messages.get(threadTs)?.isDeleted === false ||
      [...channel.messages.values()].some((message) => message.threadTs === threadTs && !message.isDeleted)
    )
  }

  add(channel: SlackChannel, message: Partial<SlackMessage> & Pick<SlackMessage, "text">): SlackMessage {
    const added: SlackMessage = {
      ts: this.nextTs(),
      threadTs: undefined,
      user: undefined,
      botId: undefined,
      appId: undefined,
      username: undefined,
      blocks: undefined,
      metadata: undefined,
      edited: undefined,
      files: [],
      reactions: [],
      subtype: undefined,
      isDeleted: false,
      ...message
    }
    channel.messages.set(added.ts, added)
    return added
  }

  addFile(file: {
    readonly name: string
    readonly mimetype: string
    readonly bytes: Buffer
    readonly user: string
    readonly facts?: Wire | undefined
  }): SlackFile {
    const id = slackId("F")
    const added: SlackFile = {
      ...file,
      id,
      shares: new Map(),
      facts: {
        id,
        name: file.name,
        title: file.name,
        mimetype: file.mimetype,
        filetype: file.name.split(".").at(-1) ?? "",
        size: file.bytes.length,
        mode: "hosted",
        is_external: false,
        user: file.user,
        url_private: `${this.origin}/files-pri/${this.id}-${id}/${encodeURIComponent(file.name)}`,
        url_private_download: `${this.origin}/files-pri/${this.id}-${id}/download/${encodeURIComponent(file.name)}`,
        permalink: `https://${this.name}.slack.com/files/${file.user}/${id}/${encodeURIComponent(file.name)}`,
        ...file.facts
      }
    }
    this.files.set(id, added)
    return added
  }

  /** Seconds and a counter, in the format of Slack's message ids; each is greater than the one before. */
  nextTs(): string {
    const now = Math.max(Date.now() * 1000, this.lastTs + 1)
    this.lastTs = now
    return `${Math.floor(now / 1_000_000)}.${String(now % 1_000_000).padStart(6, "0")}`
  }
}
