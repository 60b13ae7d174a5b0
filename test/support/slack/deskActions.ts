import type { FakeSlack } from "./FakeSlack.ts"
import { wireView } from "./methods/viewMethods.ts"
import type { SlackChannel, SlackMessage, SlackUser, Wire } from "./slackRecords.ts"
import { slackId, type Workspace } from "./Workspace.ts"

// What people do with an app besides writing: its tabs, the buttons there, its global shortcut, links.

/** A user opens a tab of the app; the event of a Home tab includes the view that was published before. */
export const openTab = (slack: FakeSlack, team: Workspace, user: SlackUser, tab: "home" | "messages" = "home") => {
  const shown = team.homes.get(user.id)
  return slack.emit(team, {
    type: "app_home_opened",
    user: user.id,
    channel: team.directChannel(user.id).id,
    tab,
    event_ts: team.nextTs(),
    ...(shown === undefined
      ? {}
      : { view: wireView({ id: slackId("V"), user: user.id, hash: "1", view: shown }, team) })
  })
}

/** A click on the Home tab. */
export const pressHome = (slack: FakeSlack, team: Workspace, user: SlackUser, action: Wire) => {
  const { response } = slack.state.newResponse(team, "", user.id)
  const view = team.homes.get(user.id) ?? {}
  return slack.people.payload(response, {
    ...slack.people.about(team, user),
    type: "block_actions",
    container: { type: "view", view_id: "V0HOME" },
    trigger_id: slack.state.newTrigger(team, user.id),
    view: wireView({ id: slackId("V"), user: user.id, hash: "1", view }, team),
    actions: [{ type: "button", action_ts: team.nextTs(), block_id: "actions", ...action }]
  })
}

/** A click in an ephemeral response, which only the user who clicks can see. */
export const pressAnswer = (
  slack: FakeSlack,
  team: Workspace,
  channel: SlackChannel,
  user: SlackUser,
  action: Wire
) => {
  const { response, url } = slack.state.newResponse(team, channel.id, user.id)
  return slack.people.payload(response, {
    ...slack.people.about(team, user),
    type: "block_actions",
    container: { type: "message", message_ts: team.nextTs(), channel_id: channel.id, is_ephemeral: true },
    trigger_id: slack.state.newTrigger(team, user.id),
    channel: { id: channel.id, name: channel.name },
    response_url: url,
    actions: [{ type: "button", action_ts: team.nextTs(), block_id: "actions", ...action }]
  })
}

/** A global shortcut. */
export const globalShortcut = (slack: FakeSlack, team: Workspace, user: SlackUser, callbackId: string) => {
  const { response } = slack.state.newResponse(team, "", user.id)
  return slack.people.payload(response, {
    ...slack.people.about(team, user),
    type: "shortcut",
    callback_id: callbackId,
    action_ts: team.nextTs(),
    trigger_id: slack.state.newTrigger(team, user.id)
  })
}

/** Slack asks for unfurls of the links in a message. */
export const shareLinks = (
  slack: FakeSlack,
  team: Workspace,
  channel: SlackChannel,
  user: SlackUser,
  message: SlackMessage,
  urls: ReadonlyArray<string>
) => {
  const unfurlId = slackId("C")
  team.sharedLinks.set(unfurlId, new Set(urls))
  return slack.emit(team, {
    type: "link_shared",
    channel: channel.id,
    is_bot_user_member: channel.hasBot,
    user: user.id,
    message_ts: message.ts,
    unfurl_id: unfurlId,
    source: "conversations_history",
    links: urls.map((url) => ({ url, domain: URL.parse(url)?.hostname ?? "" })),
    event_ts: team.nextTs()
  })
}

/**
 * A user types into a select whose options the app provides. `from` is the select, and the view or message that contains it.
 */
export const typeInto = (slack: FakeSlack, team: Workspace, user: SlackUser, typed: string, from: Wire) => {
  const { response } = slack.state.newResponse(team, "", user.id)
  return slack.people.payload(response, {
    ...slack.people.about(team, user),
    type: "block_suggestion",
    action_ts: team.nextTs(),
    value: typed,
    ...from
  })
}
