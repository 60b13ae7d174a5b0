import type { DateTime } from "effect"
import type { SlackChannelSettings, SlackConnection } from "../../domain/ChannelConnection.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { ConnectionChange } from "./ConnectionStore.ts"
import { toldOf } from "./changeSlackInstallation.ts"

/** A change in the workspace to a channel that has a role. */
export type ChannelHappened =
  | { readonly kind: "archived" | "unarchived" | "left" | "joined"; readonly channelId: string }
  | { readonly kind: "renamed"; readonly channelId: string; readonly name: string }
  /** The provider has changed the channel's id. */
  | { readonly kind: "moved"; readonly channelId: string; readonly to: string }

/** The connection with the change applied; unchanged if the channel has no role, or already is in that state. */
export const channelHappened = (
  connection: SlackConnection,
  happened: ChannelHappened,
  now: DateTime.Utc
): ConnectionChange<"chat"> => {
  const { channels } = connection.settings
  const before = channels.find(({ channelId }) => channelId === happened.channelId)
  const isTaken = happened.kind === "moved" && channels.some(({ channelId }) => channelId === happened.to)
  const after = before === undefined || isTaken ? before : changed(before, happened)
  if (before === undefined || after === undefined || after === before) return { connection, audit: undefined }
  const next: SlackConnection = {
    ...connection,
    settings: { ...connection.settings, channels: channels.map((channel) => (channel === before ? after : channel)) },
    updatedAt: now
  }
  const changes: JsonObject = { channel: { old: { ...before }, new: { ...after } } }
  return { connection: next, audit: toldOf("channel.updated", next, changes) }
}

const changed = (channel: SlackChannelSettings, happened: ChannelHappened): SlackChannelSettings => {
  const { state, ...rest } = channel
  switch (happened.kind) {
    case "archived":
    case "left":
      return state === happened.kind ? channel : { ...rest, state: happened.kind }
    case "unarchived":
      return state === "archived" ? rest : channel
    case "joined":
      return state === undefined ? channel : rest
    case "renamed":
      return channel.name === happened.name ? channel : { ...channel, name: happened.name }
    case "moved":
      return { ...channel, channelId: happened.to }
  }
}
