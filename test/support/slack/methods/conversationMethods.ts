import type { Method, MethodCall } from "../slackMethods.ts"
import { type SlackMessage, SlackRefusal, wireMessage } from "../slackRecords.ts"

const history = (kind: string) =>
  kind === "im" ? "im:history" : kind === "group" ? "groups:history" : "channels:history"

const mustHave = ({ token }: MethodCall, scope: string) => {
  if (!token.scopes.has(scope)) throw new SlackRefusal("missing_scope", [scope])
}

/** Whether a message is within the requested time range, ends included. */
const isWithin =
  ({ args }: MethodCall) =>
  ({ ts }: SlackMessage) =>
    (args["oldest"] === undefined || ts >= String(args["oldest"])) &&
    (args["latest"] === undefined || ts <= String(args["latest"]))

/** A page of a list; the cursor is its offset. */
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
      const isAsked = isWithin(call)
      const { items, ...rest } = page(
        call,
        // The root message is always included.
        call.team.thread(channel, String(call.args["ts"])).filter((one, index) => index === 0 || isAsked(one))
      )
      const withMetadata = call.args["include_all_metadata"] === true
      return { messages: items.map((message) => wireMessage(message, call.team.id, withMetadata)), ...rest }
    }
  },
  "conversations.history": {
    run: (call) => {
      const channel = call.team.readable(call.args["channel"])
      mustHave(call, history(channel.kind))
      const isAsked = isWithin(call)
      const found = [...channel.messages.values()]
        .filter((one) => !one.isDeleted && (one.threadTs === undefined || one.threadTs === one.ts) && isAsked(one))
        .sort((a, b) => (a.ts < b.ts ? 1 : -1))
      // A page with `oldest` and without `latest` holds the oldest messages (slackhq/slack-api-docs#4), newest first.
      const isForward = call.args["oldest"] !== undefined && call.args["latest"] === undefined
      const { items: asked, ...rest } = page(call, isForward ? found.reverse() : found)
      const items = isForward ? asked.toReversed() : asked
      const withMetadata = call.args["include_all_metadata"] === true
      return { messages: items.map((message) => wireMessage(message, call.team.id, withMetadata)), ...rest }
    }
  }
}
