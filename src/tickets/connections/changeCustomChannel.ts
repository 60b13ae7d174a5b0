import { DateTime, Redacted, Result, Schema } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import type { CustomConnection, CustomSettings, CustomSource } from "../../domain/ChannelConnection.ts"
import { cleared } from "../../domain/cleared.ts"
import { type FieldDiff, fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, ChannelId } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { InvalidInput } from "../../domain/Problems.ts"
import { secretFaults } from "../../domain/signingSecret.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ConnectionChange, ConnectionSecrets } from "./ConnectionStore.ts"

export interface CustomChannelCreate {
  readonly name: string
  readonly callbackUrl?: string | undefined
  readonly source?: CustomSource | undefined
  /** 8 to 256 characters; generated if absent. */
  readonly secret?: Redacted.Redacted | undefined
  readonly enabled?: boolean | undefined
}

/** Absent leaves unchanged; `null` clears the callback URL. */
export interface CustomChannelChange {
  readonly name?: string | undefined
  readonly callbackUrl?: string | null | undefined
  readonly source?: CustomSource | undefined
  readonly enabled?: boolean | undefined
}

/** The sealed secrets of a custom channel: the current one, and the previous one while it is still valid. */
const Secrets = Schema.fromJsonString(
  Schema.Struct({
    current: Schema.String,
    previous: Schema.optionalKey(Schema.Struct({ secret: Schema.String, expiresAt: Schema.String }))
  })
)
const [read, write] = [Schema.decodeUnknownSync(Secrets), Schema.encodeSync(Secrets)]

export const secretsOf = (current: Redacted.Redacted): ConnectionSecrets =>
  Redacted.make(write({ current: Redacted.value(current) }))

/** The secrets that are valid at a given time, the current one first. */
export const goodSecrets = (
  stored: ConnectionSecrets,
  now: DateTime.Utc
): readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>] => {
  const { current, previous } = read(Redacted.value(stored))
  const isGood = previous !== undefined && DateTime.isLessThan(now, DateTime.makeUnsafe(previous.expiresAt))
  return [Redacted.make(current), ...(isGood ? [Redacted.make(previous.secret)] : [])]
}

/** Returns every rule that these fields break. */
export const checkCustomChannel = (
  judgeUrl: (text: string) => Result.Result<URL, string>,
  { callbackUrl, secret }: Pick<CustomChannelCreate, "callbackUrl" | "secret">
): Result.Result<void, InvalidInput> => {
  const judged = callbackUrl === undefined ? undefined : judgeUrl(callbackUrl)
  return InvalidInput.judge(undefined, [
    ...(judged !== undefined && Result.isFailure(judged)
      ? [{ field: "callbackUrl", code: "format", message: judged.failure } as const]
      : []),
    ...secretFaults(secret)
  ])
}

export const newCustomChannel = (
  id: ChannelId,
  brandId: BrandId,
  { callbackUrl, enabled = true, name, source = "custom" }: CustomChannelCreate,
  now: DateTime.Utc
): CustomConnection => ({
  id,
  brandId,
  kind: "custom",
  provider: "custom",
  externalId: id,
  name,
  status: enabled ? "active" : "disabled",
  settings: { source, ...(callbackUrl === undefined ? {} : { callbackUrl }) },
  createdAt: now,
  updatedAt: now
})

/** The channel with the change applied. Enabling it or setting a callback URL counts as repairing it. */
export const changeCustomChannel = (
  channel: CustomConnection,
  change: CustomChannelChange,
  now: DateTime.Utc
): ConnectionChange<"custom"> => {
  const { callbackUrl: _, ...settings } = channel.settings
  const callbackUrl = cleared(change.callbackUrl, channel.settings.callbackUrl)
  const isMended = change.enabled === true || callbackUrl !== channel.settings.callbackUrl
  const isOff = change.enabled === undefined ? channel.status === "disabled" : !change.enabled
  const changed: CustomConnection = {
    ...channel,
    name: change.name ?? channel.name,
    status: isOff ? "disabled" : isMended || channel.status === "disabled" ? "active" : channel.status,
    settings: {
      ...settings,
      source: change.source ?? settings.source,
      ...(callbackUrl === undefined ? {} : { callbackUrl })
    } satisfies CustomSettings,
    lastError: isMended ? undefined : channel.lastError
  }
  const diff = fieldDiff(observed, channel, changed)
  const isAsItWas = changed.status === channel.status && changed.lastError === channel.lastError
  return isAsItWas && diff.size === 0
    ? { connection: channel, audit: undefined }
    : {
        connection: { ...changed, updatedAt: now },
        audit: toldOfChannel("channel.updated", changed, diff)
      }
}

const observed = {
  name: ({ name }: CustomConnection) => name,
  callbackUrl: ({ settings }: CustomConnection) => settings.callbackUrl,
  source: ({ settings }: CustomConnection) => settings.source,
  enabled: ({ status }: CustomConnection) => status !== "disabled"
}

/** Replaces the secret. If the previous one can no longer be decrypted, it is invalid at once. */
export const rotateChannelSecret = (
  channel: CustomConnection,
  stored: ConnectionSecrets | undefined,
  secret: Redacted.Redacted,
  overlapHours: number,
  now: DateTime.Utc
): ConnectionChange<"custom"> => {
  const before = stored === undefined ? undefined : read(Redacted.value(stored)).current
  const expiresAt = iso(DateTime.add(now, { hours: overlapHours }))
  return {
    connection: { ...channel, updatedAt: now },
    secrets: Redacted.make(
      write({
        current: Redacted.value(secret),
        ...(overlapHours === 0 || before === undefined ? {} : { previous: { secret: before, expiresAt } })
      })
    ),
    audit: toldOfChannel("channel.secret_rotated", channel)
  }
}

/** An audit log entry about a channel, with what changed. */
export const toldOfChannel = (
  event: AuditedEvent,
  { id, name, settings, status }: CustomConnection,
  diff: FieldDiff = new Map()
): AuditEntry => ({
  event,
  entityType: "channel",
  entityId: id,
  changes: diff.size === 0 ? undefined : auditedDiff(diff),
  metadata: {
    kind: "custom",
    name,
    source: settings.source,
    enabled: status !== "disabled",
    ...(settings.callbackUrl === undefined ? {} : { callbackUrl: settings.callbackUrl })
  }
})
