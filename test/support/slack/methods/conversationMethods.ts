import type { Method, MethodCall } from "../slackMethods.ts"
import { SlackRefusal, wireMessage } from "../slackRecords.ts"

const history = (kind: string) =>
  kind === "im" ? "im:history" : kind === "group" ? "groups:history" : "channels:history"

const mustHave = ({ token }: MethodCall, scope: string) => {
  if (!token.scopes.has(scope)) throw new SlackRefusal("missing_scope", [scope])
}

/** A page of a list, by a cursor that is its offset. */
const page = <A>({ args }: MethodCall, items: ReadonlyArray<A>) => {
  const from = Number(args["cursor"] ?? 0)
  const to = from + Math.min(Number(args["limit"] ?? 1000), 1000)
  return {
    items: items.slice(from, to),
    has_more: to < items.length,
    response_metadata: { next_cursor: to < items.length ? String(to) : "" }
  }
}

export const conversationMethods: Record<string, Method> = {
  "conversations.info": {
    run: (call) => {
      const channel = call.team.channels.get(String(call.args["channel"]))
      if (channel === undefined) throw new SlackRefusal("channel_not_found")
      mustHave(call, channel.kind === "im" ? "im:read" : channel.kind === "group" ? "groups:read" : "channels:read")
      return {
        channel: {
          id: channel.id,
          name: channel.name,
          is_im: channel.kind === "im",
          is_private: channel.kind === "group",
          is_archived: channel.isArchived,
          is_member: channel.hasBot,
          ...(channel.user === undefined ? {} : { user: channel.user })
        }
      }
    }
  },
  "conversations.list": {
    scope: "channels:read",
    run: (call) => {
      const { items, ...rest } = page(
        call,
        [...call.team.channels.values()].filter(({ kind }) => kind !== "im")
      )
      return { channels: items.map(({ id, name }) => ({ id, name })), ...rest }
    }
  },
  "conversations.open": {
    scope: "im:write",
    run: ({ args, team }) => {
      const user = String(args["users"])
      if (!team.users.has(user)) throw new SlackRefusal("user_not_found")
      return { channel: { id: team.directChannel(user).id } }
    }
  },
  "conversations.replies": {
    run: (call) => {
      const channel = call.team.readable(call.args["channel"])
      mustHave(call, history(channel.kind))
      const { items, ...rest } = page(call, call.team.thread(channel, String(call.args["ts"])))
      const withMetadata = call.args["include_all_metadata"] === true
      return { messages: items.map((message) => wireMessage(message, call.team.id, withMetadata)), ...rest }
    }
  },
  "conversations.history": {
    run: (call) => {
      const channel = call.team.readable(call.args["channel"])
      mustHave(call, history(channel.kind))
      const { items, ...rest } = page(
        call,
        [...channel.messages.values()]
          .filter(
            ({ isDeleted, threadTs, ts }) =>
              !isDeleted &&
              (threadTs === undefined || threadTs === ts) &&
              (call.args["oldest"] === undefined || ts >= String(call.args["oldest"])) &&
              (call.args["latest"] === undefined || ts <= String(call.args["latest"]))
          )
          .sort((a, b) => (a.ts < b.ts ? 1 : -1))
      )
      const withMetadata = call.args["include_all_metadata"] === true
      return { messages: items.map((message) => wireMessage(message, call.team.id, withMetadata)), ...rest }
    }
  }
}
