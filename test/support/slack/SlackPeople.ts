import { randomUUID } from "node:crypto"
import { type Attempt, asApp } from "./EventSender.ts"
import type { FakeSlack } from "./FakeSlack.ts"
import { reacted } from "./methods/messageMethods.ts"
import { wireView } from "./methods/viewMethods.ts"
import type { ResponseAddress } from "./SlackState.ts"
import {
  type SlackChannel,
  type SlackFile,
  type SlackMessage,
  type SlackUser,
  type Wire,
  wireMessage
} from "./slackRecords.ts"
import type { Workspace } from "./Workspace.ts"

/** What a user does in the client, and how the app responded. */
export interface Interaction {
  readonly attempt: Attempt
  readonly response: ResponseAddress
}

/** People working in their workspaces. Everything they do changes Slack's state, and is sent to the app. */
export class SlackPeople {
  private readonly slack: FakeSlack

  constructor(slack: FakeSlack) {
    this.slack = slack
  }

  /** Posts a message; `thread` is the message that it replies to. */
  say(
    team: Workspace,
    channel: SlackChannel,
    user: SlackUser,
    text: string,
    options: {
      readonly thread?: SlackMessage | undefined
      readonly files?: ReadonlyArray<SlackFile>
      readonly blocks?: ReadonlyArray<Wire>
      readonly attachments?: ReadonlyArray<Wire>
      readonly subtype?: string
      readonly silent?: boolean
    } = {}
  ): SlackMessage {
    const message = team.add(channel, {
      text,
      user: user.id,
      threadTs: options.thread === undefined ? undefined : (options.thread.threadTs ?? options.thread.ts),
      files: [...(options.files ?? [])],
      blocks: options.blocks,
      subtype: options.subtype ?? (options.files === undefined ? undefined : "file_share")
    })
    for (const file of message.files) file.shares.set(channel.id, message.ts)
    if (options.attachments !== undefined) message.attachments = options.attachments
    if (options.silent === true) return message
    this.tell(team, channel, message, user)
    if (channel.kind !== "im" && text.includes(`<@${team.botUserId}>`))
      void this.slack.emit(team, {
        type: "app_mention",
        user: user.id,
        text,
        ts: message.ts,
        ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
        ...(message.attachments === undefined ? {} : { attachments: message.attachments }),
        channel: channel.id,
        event_ts: message.ts
      })
    return message
  }

  /** Sends the event of an existing message. */
  tell(team: Workspace, channel: SlackChannel, message: SlackMessage, user?: SlackUser, eventId?: string) {
    return this.slack.emit(
      team,
      {
        ...wireMessage(message, user?.teamId ?? team.id),
        ...(user === undefined ? {} : { user_team: user.teamId, source_team: user.teamId }),
        channel: channel.id,
        channel_type: channel.kind,
        event_ts: message.ts
      },
      eventId
    )
  }

  edit(team: Workspace, channel: SlackChannel, message: SlackMessage, text: string) {
    const previous = wireMessage(message, team.id)
    message.text = text
    message.edited = { user: message.user ?? "", ts: team.nextTs() }
    return this.changed(team, channel, message, previous)
  }

  /** Sends `message_changed` without an edit, as Slack does for unfurls. */
  changed(team: Workspace, channel: SlackChannel, message: SlackMessage, previous = wireMessage(message, team.id)) {
    return this.slack.emit(team, {
      type: "message",
      subtype: "message_changed",
      channel: channel.id,
      channel_type: channel.kind,
      hidden: true,
      ts: team.nextTs(),
      event_ts: team.nextTs(),
      message: wireMessage(message, team.id),
      previous_message: previous
    })
  }

  /** Deletes a message. One with replies leaves a tombstone; any other disappears. */
  remove(team: Workspace, channel: SlackChannel, message: SlackMessage) {
    const previous = wireMessage(message, team.id)
    message.isDeleted = true
    if ([...channel.messages.values()].some(({ threadTs }) => threadTs === message.ts))
      return this.changed(team, channel, message, previous)
    return this.slack.emit(team, {
      type: "message",
      subtype: "message_deleted",
      channel: channel.id,
      channel_type: channel.kind,
      hidden: true,
      ts: team.nextTs(),
      event_ts: team.nextTs(),
      deleted_ts: message.ts,
      previous_message: previous
    })
  }

  react(team: Workspace, channel: SlackChannel, message: SlackMessage, user: SlackUser, name: string, added = true) {
    const ts = team.nextTs()
    const item = { channel: channel.id, timestamp: message.ts }
    return this.slack.emit(team, reacted(added ? "reaction_added" : "reaction_removed", user.id, name, item, ts))
  }

  /** A slash command. */
  command(team: Workspace, channel: SlackChannel, user: SlackUser, text: string, command = "/ticket") {
    const { response, url } = this.slack.state.newResponse(team, channel.id, user.id)
    const triggerId = this.slack.state.newTrigger(team, user.id)
    const fields = {
      token: "verification-token",
      team_id: team.id,
      team_domain: team.name,
      channel_id: channel.id,
      channel_name: channel.name,
      user_id: user.id,
      user_name: user.name,
      command,
      text,
      api_app_id: team.appId,
      is_enterprise_install: "false",
      response_url: url,
      trigger_id: triggerId
    }
    return this.interact(response, "slash_commands", fields, fields)
  }

  /** A click on a button of a message, or a choice from one of its lists. */
  press(team: Workspace, channel: SlackChannel, user: SlackUser, message: SlackMessage, action: Wire) {
    const { response, url } = this.slack.state.newResponse(team, channel.id, user.id)
    return this.payload(response, {
      ...this.about(team, user),
      type: "block_actions",
      container: { type: "message", message_ts: message.ts, channel_id: channel.id },
      trigger_id: this.slack.state.newTrigger(team, user.id),
      channel: { id: channel.id, name: channel.name },
      message: wireMessage(message, team.id),
      response_url: url,
      actions: [{ type: "button", action_ts: team.nextTs(), block_id: "actions", ...action }]
    })
  }

  /** A message shortcut. */
  shortcut(team: Workspace, channel: SlackChannel, user: SlackUser, message: SlackMessage, callbackId: string) {
    const { response, url } = this.slack.state.newResponse(team, channel.id, user.id)
    return this.payload(response, {
      ...this.about(team, user),
      type: "message_action",
      callback_id: callbackId,
      trigger_id: this.slack.state.newTrigger(team, user.id),
      message_ts: message.ts,
      channel: { id: channel.id, name: channel.name },
      message: wireMessage(message, team.id),
      response_url: url
    })
  }

  /** Submits a modal with the values that were filled in. */
  async submit(team: Workspace, user: SlackUser, viewId: string, values: Wire) {
    const shown = team.views.get(viewId)
    if (shown === undefined) throw new Error(`no view ${viewId}`)
    const { response } = this.slack.state.newResponse(team, "", user.id)
    const told = await this.payload(response, {
      ...this.about(team, user),
      type: "view_submission",
      trigger_id: this.slack.state.newTrigger(team, user.id),
      view: { ...wireView(shown, team), state: { values } },
      response_urls: []
    })
    const { status, text } = told.attempt
    const answer = text === "" ? {} : (JSON.parse(text) as Wire)
    // Slack closes a modal when the response is empty, or says so.
    if (status === 200 && [undefined, "clear"].includes(answer["response_action"] as string | undefined))
      shown.isClosed = true
    return told
  }

  /** Sends any interaction, in the format in which its payload is transmitted. */
  payload(response: ResponseAddress, payload: Wire): Promise<Interaction> {
    return this.interact(response, "interactive", { payload: JSON.stringify(payload) }, payload)
  }

  /** The code that results from an admin's consent. */
  codeFor(team: Workspace, redirectUri: string): string {
    const code = randomUUID()
    this.slack.state.codes.set(code, { team, redirectUri })
    return code
  }

  /** The fields that every interaction payload starts with. */
  about(team: Workspace, user: SlackUser): Wire {
    return {
      user: { id: user.id, username: user.name, name: user.name, team_id: user.teamId },
      api_app_id: team.appId,
      token: "verification-token",
      team: { id: team.id, domain: team.name },
      enterprise: null,
      is_enterprise_install: false
    }
  }

  private async interact(
    response: ResponseAddress,
    type: string,
    fields: Record<string, string>,
    body: Wire
  ): Promise<Interaction> {
    const app = this.slack.state.appOf(response.team)
    if (!this.slack.usesSockets) return { attempt: await this.slack.sender.form(fields, asApp(app)), response }
    const started = performance.now()
    const answer = await this.slack.sockets.send(type, body, app)
    const text = Object.keys(answer).length === 0 ? "" : JSON.stringify(answer)
    const attempt = { status: 200, text, headers: undefined, ms: performance.now() - started, retryNum: undefined }
    return { attempt, response }
  }
}

/** A file that a user has uploaded to a workspace. */
export const slackFile = (team: Workspace, user: SlackUser, name: string, text: string, facts?: Wire): SlackFile =>
  team.addFile({ name, mimetype: "text/plain", bytes: Buffer.from(text), user: user.id, facts })
