/** A JSON object in Slack's wire format. */
export type Wire = Record<string, unknown>

/** A user in a workspace. `teamId` differs from the workspace's for people of another company (Slack Connect). */
export interface SlackUser {
  readonly id: string
  readonly teamId: string
  readonly name: string
  readonly email: string | undefined
  readonly isBot?: boolean
  readonly isStranger?: boolean
  readonly isRestricted?: boolean
  readonly isUltraRestricted?: boolean
}

interface SlackReaction {
  readonly name: string
  readonly users: Array<string>
}

export interface SlackFile {
  readonly id: string
  readonly name: string
  readonly mimetype: string
  readonly bytes: Buffer
  readonly user: string
  /** Slack's description of a file that it does not store itself. */
  readonly facts: Wire
  /** Where it was shared: channel → message. */
  readonly shares: Map<string, string>
}

export interface SlackMessage {
  readonly ts: string
  readonly threadTs: string | undefined
  /** The member who wrote it; undefined for a bot's message posted under another name. */
  readonly user: string | undefined
  readonly botId: string | undefined
  readonly appId: string | undefined
  username: string | undefined
  text: string
  blocks: ReadonlyArray<Wire> | undefined
  /** What is shown below it: a forwarded message, or a link preview. */
  attachments?: ReadonlyArray<Wire> | undefined
  metadata: Wire | undefined
  edited: { readonly user: string; readonly ts: string } | undefined
  readonly files: Array<SlackFile>
  readonly reactions: Array<SlackReaction>
  readonly subtype: string | undefined
  isDeleted: boolean
  /** Whether an admin has locked its thread. */
  isLocked?: boolean
}

export interface SlackChannel {
  readonly id: string
  readonly name: string
  readonly kind: "channel" | "group" | "im"
  /** For a direct conversation: the other user. */
  readonly user?: string | undefined
  hasBot: boolean
  isArchived: boolean
  readonly messages: Map<string, SlackMessage>
}

export interface SlackToken {
  readonly value: string
  readonly scopes: ReadonlySet<string>
  /** Unix time in milliseconds; undefined for a token that does not expire. */
  readonly expiresAt: number | undefined
  isRevoked: boolean
}

/** A modal or tab that the app opened or published. */
export interface SlackView {
  readonly id: string
  readonly user: string
  hash: string
  view: Wire
  isClosed?: boolean
}

/** Slack refuses a call: a 200 with `ok: false`. */
export class SlackRefusal extends Error {
  readonly code: string
  readonly details: ReadonlyArray<string>
  constructor(code: string, details: ReadonlyArray<string> = []) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** A message as events and `conversations.replies` show it. */
export const wireMessage = (message: SlackMessage, teamId: string, withMetadata = false): Wire => ({
  type: "message",
  ...(message.subtype === undefined ? {} : { subtype: message.subtype }),
  ...(message.isDeleted ? { subtype: "tombstone", text: "This message was deleted.", hidden: true } : {}),
  ts: message.ts,
  ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
  ...(message.isLocked === undefined ? {} : { is_locked: message.isLocked }),
  ...(message.isDeleted
    ? { user: "USLACKBOT" }
    : message.user === undefined
      ? {}
      : { user: message.user, team: teamId }),
  ...(message.botId === undefined ? {} : { bot_id: message.botId, app_id: message.appId }),
  ...(message.username === undefined ? {} : { username: message.username }),
  ...(message.isDeleted ? {} : { text: message.text }),
  ...(message.blocks === undefined ? {} : { blocks: message.blocks }),
  ...(message.attachments === undefined || message.isDeleted ? {} : { attachments: message.attachments }),
  ...(withMetadata && message.metadata !== undefined ? { metadata: message.metadata } : {}),
  ...(message.edited === undefined ? {} : { edited: message.edited }),
  ...(message.files.length === 0 ? {} : { files: message.files.map((file) => file.facts), upload: false }),
  ...(message.reactions.length === 0
    ? {}
    : { reactions: message.reactions.map(({ name, users }) => ({ name, users: [...users], count: users.length })) })
})
