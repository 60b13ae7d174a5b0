import { type DateTime, Equal, Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import type { SlackChannelSettings, SlackConnection, SlackSettings } from "../../domain/ChannelConnection.ts"
import { fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, InstallationId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { InvalidInput, InvalidState } from "../../domain/Problems.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ConnectionChange } from "./ConnectionStore.ts"
import type { InstalledWorkspace } from "./SlackOAuth.ts"

/** Maximum number of emoji with a meaning in one workspace. */
const mostReactions = 30

export interface SlackInstallationChange {
  /** Replaces all existing ones. */
  readonly channels?: ReadonlyArray<Omit<SlackChannelSettings, "name" | "state">> | undefined
  /** `null` restores the defaults. */
  readonly reactions?: SlackSettings["reactions"] | null | undefined
  readonly enabled?: boolean | undefined
}

type Change = ConnectionChange<"chat">

export const newInstallation = (
  id: InstallationId,
  brandId: BrandId,
  { externalId, name, settings }: InstalledWorkspace,
  now: DateTime.Utc
): SlackConnection => ({
  id,
  brandId,
  kind: "chat",
  provider: "slack",
  externalId,
  name,
  status: "active",
  settings: { ...settings, channels: [] },
  createdAt: now,
  updatedAt: now
})

/** The workspace was installed again: new permissions and secrets, and no error any more. Its channels stay. */
export const reinstalled = (
  connection: SlackConnection,
  { name, secrets, settings }: InstalledWorkspace,
  now: DateTime.Utc
): Change => {
  // The app may be a different one than before.
  const { app: _, ...kept } = connection.settings
  const after: SlackConnection = {
    ...connection,
    name,
    settings: { ...kept, ...settings },
    status: "active",
    lastError: undefined,
    updatedAt: now
  }
  return { connection: after, secrets, audit: toldOf("channel.reconnected", after) }
}

export const changeInstallation = (
  connection: SlackConnection,
  { channels, enabled, reactions }: SlackInstallationChange,
  now: DateTime.Utc
): Result.Result<Change, InvalidInput | InvalidState> => {
  const { settings, status } = connection
  const ids = channels?.map(({ channelId }) => channelId) ?? []
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (twice >= 0)
    return Result.fail(InvalidInput.of(`channels[${twice}].channelId`, "not_allowed", "is already in the list"))
  const misplaced = channels?.findIndex(({ mirror = "off", role }) => mirror !== "off" && role !== "agent") ?? -1
  if (misplaced >= 0)
    return Result.fail(
      InvalidInput.of(
        `channels[${misplaced}].mirror`,
        "not_allowed",
        "is only for channels with the role agent: customers read the others"
      )
    )
  const names = Object.keys(reactions ?? {})
  const wrong = names.find((name) => !/^[a-z0-9_'+-]{1,100}$/.test(name))
  if (wrong !== undefined || names.length > mostReactions)
    return Result.fail(
      InvalidInput.of(
        "reactions",
        "format",
        `must have emoji names, such as white_check_mark, without colons, and at most ${mostReactions}`
      )
    )
  if (enabled === true && (status === "needs_reauth" || status === "uninstalled"))
    return Result.fail(new InvalidState({ state: status, reason: "Connect the workspace again to enable it" }))
  const after: SlackConnection = {
    ...connection,
    settings: {
      ...(reactions === null ? unset(settings) : settings),
      ...(channels === undefined
        ? {}
        : { channels: channels.map((channel) => ({ ...channel, ...told(settings, channel.channelId) })) }),
      ...(reactions == null ? {} : { reactions })
    },
    status: enabled === undefined ? status : !enabled ? "disabled" : status === "disabled" ? "active" : status,
    updatedAt: now
  }
  const isSame = after.status === status && Equal.equals(after.settings, settings)
  if (isSame) return Result.succeed({ connection, audit: undefined })
  const changes = auditedDiff(fieldDiff(observed, connection, after))
  return Result.succeed({ connection: after, audit: toldOf("channel.updated", after, changes) })
}

const observed = {
  enabled: ({ status }: SlackConnection) => status !== "disabled",
  channels: ({ settings }: SlackConnection) => settings.channels,
  reactions: ({ settings }: SlackConnection) => settings.reactions
}

const unset = ({ reactions: _, ...settings }: SlackSettings): SlackSettings => settings

/** Keeps what the provider has said about a channel. */
const told = ({ channels }: SlackSettings, id: string) => {
  const { name, state } = channels.find(({ channelId }) => channelId === id) ?? {}
  return { ...(name === undefined ? {} : { name }), ...(state === undefined ? {} : { state }) }
}

export const toldOf = (
  event: AuditedEvent,
  { externalId, id, kind, name }: SlackConnection,
  changes?: JsonObject
): AuditEntry => ({
  event,
  entityType: "channel",
  entityId: id,
  changes,
  metadata: { kind, name, externalId }
})
