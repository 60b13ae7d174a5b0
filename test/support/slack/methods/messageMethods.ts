import { checkMessage, checkUnfurl } from "../slackLimits.ts"
import type { Method, MethodCall } from "../slackMethods.ts"
import { type SlackMessage, SlackRefusal, type Wire, wireMessage } from "../slackRecords.ts"

const objects = (value: unknown): ReadonlyArray<Wire> | undefined => (Array.isArray(value) ? value : undefined)
const object = (value: unknown): Wire | undefined =>
  typeof value === "object" && value !== null ? (value as Wire) : undefined

const own = ({ args, team }: MethodCall): SlackMessage => {
  const message = team.message(team.writable(args["channel"]), args["ts"])
  if (message.botId !== team.botId) throw new SlackRefusal("cant_update_message")
  return message
}

const changed = ({ args, slack, team }: MethodCall, message: SlackMessage, previous: Wire) => {
  const channel = team.channels.get(String(args["channel"]))
  slack.emit(team, {
    type: "message",
    subtype: "message_changed",
    channel: args["channel"],
    channel_type: channel?.kind ?? "channel",
    hidden: true,
    ts: team.nextTs(),
    event_ts: team.nextTs(),
    message: wireMessage(message, team.id),
    previous_message: previous
  })
}

export const messageMethods: Record<string, Method> = {
  "chat.postMessage": {
    scope: "chat:write",
    run: ({ args, slack, team, token }) => {
      checkMessage(args)
      const channel = team.writable(args["channel"])
      const username = args["username"]
      if (username !== undefined && !token.scopes.has("chat:write.customize"))
        throw new SlackRefusal("missing_scope", ["chat:write.customize"])
      const threadTs = team.threadIn(channel, args["thread_ts"])
      const message = team.add(channel, {
        threadTs,
        text: String(args["text"] ?? ""),
        blocks: objects(args["blocks"]),
        metadata: object(args["metadata"]),
        botId: team.botId,
        appId: team.appId,
        // A message shown under another name has no user, and is marked as a bot's.
        ...(username === undefined
          ? { user: team.botUserId }
          : { username: String(username), subtype: "bot_message", user: undefined })
      })
      slack.emit(team, {
        ...wireMessage(message, team.id),
        channel: channel.id,
        channel_type: channel.kind,
        event_ts: message.ts
      })
      return { channel: channel.id, ts: message.ts, message: slack.echoes ? wireMessage(message, team.id) : {} }
    }
  },
  "chat.update": {
    scope: "chat:write",
    run: (call) => {
      checkMessage(call.args)
      const message = own(call)
      const previous = wireMessage(message, call.team.id)
      const { parse, text } = call.args
      // Unless `parse` says otherwise, text is parsed as if a person had typed it (shaharia-lab/slackcli#106).
      message.text = parse === "none" ? String(text) : String(text).replaceAll("<", "&lt;").replaceAll(">", "&gt;")
      // Without a user name, the app's own is used (slackapi/node-slack-sdk#944).
      const username = call.args["username"]
      if (username !== undefined && !call.token.scopes.has("chat:write.customize"))
        throw new SlackRefusal("missing_scope", ["chat:write.customize"])
      message.username = username === undefined ? undefined : String(username)
      message.blocks = objects(call.args["blocks"]) ?? message.blocks
      message.metadata = object(call.args["metadata"]) ?? message.metadata
      message.edited = { user: call.team.botUserId, ts: call.team.nextTs() }
      changed(call, message, previous)
      return { channel: call.args["channel"], ts: message.ts, text: message.text }
    }
  },
  "chat.delete": {
    scope: "chat:write",
    run: (call) => {
      const message = own(call)
      const previous = wireMessage(message, call.team.id)
      message.isDeleted = true
      call.slack.emit(call.team, {
        type: "message",
        subtype: "message_deleted",
        channel: call.args["channel"],
        channel_type: "channel",
        hidden: true,
        ts: call.team.nextTs(),
        event_ts: call.team.nextTs(),
        deleted_ts: message.ts,
        previous_message: previous
      })
      return { channel: call.args["channel"], ts: message.ts }
    }
  },
  "chat.postEphemeral": {
    scope: "chat:write",
    run: ({ args, team }) => {
      checkMessage(args)
      const channel = team.writable(args["channel"])
      const user = String(args["user"])
      if (!team.users.has(user)) throw new SlackRefusal("user_not_in_channel")
      team.ephemerals.push({ channel: channel.id, user, text: String(args["text"] ?? "") })
      return { message_ts: team.nextTs() }
    }
  },
  "chat.unfurl": {
    scope: "links:write",
    run: ({ args, team }) => {
      checkUnfurl(args, team.sharedLinks)
      team.unfurls.push(args)
      return {}
    }
  },
  "chat.getPermalink": {
    run: ({ args, team }) => {
      const message = team.message(team.readable(args["channel"]), args["message_ts"])
      return {
        channel: args["channel"],
        permalink: `https://${team.name}.slack.com/archives/${args["channel"]}/p${message.ts.replace(".", "")}`
      }
    }
  },
  "reactions.add": {
    scope: "reactions:write",
    run: ({ args, slack, team }) => {
      const name = String(args["name"])
      const message = team.message(team.writable(args["channel"]), args["timestamp"])
      if (!/^[a-z0-9_'+-]+$/.test(name)) throw new SlackRefusal("invalid_name")
      const reaction = message.reactions.find((one) => one.name === name)
      if (reaction?.users.includes(team.botUserId) === true) throw new SlackRefusal("already_reacted")
      if (reaction === undefined) message.reactions.push({ name, users: [team.botUserId] })
      else reaction.users.push(team.botUserId)
      slack.emit(team, reacted("reaction_added", team.botUserId, name, args, team.nextTs()))
      return {}
    }
  },
  "reactions.remove": {
    scope: "reactions:write",
    run: ({ args, slack, team }) => {
      const name = String(args["name"])
      const message = team.message(team.writable(args["channel"]), args["timestamp"])
      const index = message.reactions.findIndex((one) => one.name === name && one.users.includes(team.botUserId))
      const reaction = message.reactions[index]
      if (reaction === undefined) throw new SlackRefusal("no_reaction")
      reaction.users.splice(reaction.users.indexOf(team.botUserId), 1)
      if (reaction.users.length === 0) message.reactions.splice(index, 1)
      slack.emit(team, reacted("reaction_removed", team.botUserId, name, args, team.nextTs()))
      return {}
    }
  }
}

/** The event of a reaction. */
export const reacted = (type: string, user: string, name: string, item: Wire, ts: string): Wire => ({
  type,
  user,
  reaction: name,
  item: { type: "message", channel: item["channel"], ts: item["timestamp"] },
  event_ts: ts
})
