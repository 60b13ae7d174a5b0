import { type DateTime, type Redacted, Result } from "effect"
import type { AuditEntry, AuditedEvent } from "../../domain/AuditEntry.ts"
import type { SmsConnection, SmsSettings } from "../../domain/ChannelConnection.ts"
import { cleared } from "../../domain/cleared.ts"
import { type FieldDiff, fieldDiff } from "../../domain/FieldDiff.ts"
import type { BrandId, NumberId } from "../../domain/Ids.ts"
import { InvalidInput } from "../../domain/Problems.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { ConnectionChange, ConnectionSecrets } from "./ConnectionStore.ts"
import { replacedSecrets, type SmsApiKey, smsSecrets } from "./smsSecrets.ts"

/** Settings of a number unless the team chooses others. */
export const smsDefaults = {
  /** Hours during which a text message reopens a closed ticket: one week. */
  reopenHours: 168,
  mms: true,
  /** Maximum number of texts to one customer per hour, and from the number per day: bounds the cost of mistakes and abuse. */
  hourlyLimit: 10,
  dailyLimit: 1_000
} as const

export interface SmsNumberCreate
  extends Partial<Pick<SmsSettings, "destinations" | "messagingServiceSid" | keyof typeof smsDefaults>> {
  /** E.164, or an alphanumeric sender, to which nobody can reply. */
  readonly number: string
  readonly accountSid: string
  readonly authToken: Redacted.Redacted
  readonly apiKey?: SmsApiKey | undefined
  readonly enabled?: boolean | undefined
}

/** Absent leaves unchanged, `null` clears. */
export interface SmsNumberChange extends Partial<Pick<SmsSettings, "accountSid" | keyof typeof smsDefaults>> {
  readonly authToken?: Redacted.Redacted | undefined
  readonly apiKey?: SmsApiKey | null | undefined
  readonly messagingServiceSid?: string | null | undefined
  readonly destinations?: ReadonlyArray<string> | null | undefined
  readonly enabled?: boolean | undefined
}

/** The key that makes a number unique. It includes the account, so that claims in other accounts block nothing. */
const externalIdOf = (accountSid: string, number: string) => `${accountSid}/${number}`

export const newSmsNumber = (
  id: NumberId,
  brandId: BrandId,
  { accountSid, apiKey, destinations, enabled = true, messagingServiceSid, number, ...limits }: SmsNumberCreate,
  now: DateTime.Utc
): SmsConnection => ({
  id,
  brandId,
  kind: "sms",
  provider: "twilio",
  externalId: externalIdOf(accountSid, number),
  name: number,
  status: enabled ? "active" : "disabled",
  settings: {
    accountSid,
    ...optional({ messagingServiceSid, apiKeySid: apiKey?.sid, destinations }),
    reopenHours: limits.reopenHours ?? smsDefaults.reopenHours,
    mms: limits.mms ?? smsDefaults.mms,
    hourlyLimit: limits.hourlyLimit ?? smsDefaults.hourlyLimit,
    dailyLimit: limits.dailyLimit ?? smsDefaults.dailyLimit
  },
  createdAt: now,
  updatedAt: now
})

export const secretsOfNew = ({ apiKey, authToken }: SmsNumberCreate): ConnectionSecrets => smsSecrets(authToken, apiKey)

/**
 * The number with the change applied. Enabling it or changing its credentials counts as repairing it. An API key alone is
 * stored in addition to the token, and refused if the token cannot be decrypted. A new account requires its own token,
 * since nothing that it signs could be verified otherwise.
 */
export const changeSmsNumber = (
  number: SmsConnection,
  stored: ConnectionSecrets | undefined,
  change: SmsNumberChange,
  now: DateTime.Utc
): Result.Result<ConnectionChange<"sms">, InvalidInput> => {
  const { apiKey, authToken } = change
  if (stored === undefined && apiKey !== undefined && authToken === undefined) return Result.fail(tokenLost)
  const before = number.settings
  const accountSid = change.accountSid ?? before.accountSid
  if (accountSid !== before.accountSid && authToken === undefined) return Result.fail(tokenOfAnother)
  const hasCredentials = authToken !== undefined || apiKey !== undefined
  const isMended = change.enabled === true || hasCredentials || accountSid !== before.accountSid
  const isOff = change.enabled === undefined ? number.status === "disabled" : !change.enabled
  const changed: SmsConnection = {
    ...number,
    externalId: externalIdOf(accountSid, number.name),
    status: isOff ? "disabled" : isMended || number.status === "disabled" ? "active" : number.status,
    settings: {
      accountSid,
      ...optional({
        messagingServiceSid: cleared(change.messagingServiceSid, before.messagingServiceSid),
        apiKeySid: cleared(apiKey === null ? null : apiKey?.sid, before.apiKeySid),
        destinations: cleared(change.destinations, before.destinations)
      }),
      reopenHours: change.reopenHours ?? before.reopenHours,
      mms: change.mms ?? before.mms,
      hourlyLimit: change.hourlyLimit ?? before.hourlyLimit,
      dailyLimit: change.dailyLimit ?? before.dailyLimit
    },
    lastError: isMended ? undefined : number.lastError
  }
  const diff = fieldDiff(observed, number, changed)
  const isAsItWas = changed.status === number.status && changed.lastError === number.lastError
  const isSame = !hasCredentials && isAsItWas && diff.size === 0
  return Result.succeed(
    isSame
      ? { connection: number, audit: undefined }
      : {
          connection: { ...changed, updatedAt: now },
          secrets: hasCredentials ? replacedSecrets(stored, { authToken, apiKey }, now) : undefined,
          audit: toldOfNumber("channel.updated", changed, diff)
        }
  )
}

const observed = {
  accountSid: ({ settings }: SmsConnection) => settings.accountSid,
  messagingServiceSid: ({ settings }: SmsConnection) => settings.messagingServiceSid,
  apiKeySid: ({ settings }: SmsConnection) => settings.apiKeySid,
  destinations: ({ settings }: SmsConnection) => settings.destinations,
  reopenHours: ({ settings }: SmsConnection) => settings.reopenHours,
  mms: ({ settings }: SmsConnection) => settings.mms,
  hourlyLimit: ({ settings }: SmsConnection) => settings.hourlyLimit,
  dailyLimit: ({ settings }: SmsConnection) => settings.dailyLimit,
  enabled: ({ status }: SmsConnection) => status !== "disabled"
}

const tokenOfAnother = InvalidInput.of(
  "authToken",
  "required",
  "must be sent with a new accountSid: each account and subaccount has its own token"
)
const tokenLost = InvalidInput.of(
  "authToken",
  "required",
  "must be sent with apiKey: the stored one cannot be decrypted because its key is no longer in ENCRYPTION_KEY"
)

/** The optional settings that are set. */
const optional = ({
  apiKeySid,
  destinations,
  messagingServiceSid
}: {
  readonly [K in "apiKeySid" | "destinations" | "messagingServiceSid"]: SmsSettings[K] | undefined
}): Pick<SmsSettings, "apiKeySid" | "destinations" | "messagingServiceSid"> => ({
  ...(messagingServiceSid === undefined ? {} : { messagingServiceSid }),
  ...(apiKeySid === undefined ? {} : { apiKeySid }),
  ...(destinations === undefined ? {} : { destinations })
})

/** An audit log entry about a number, with what changed. A new token or secret shows only as an update. */
export const toldOfNumber = (
  event: AuditedEvent,
  { id, name, settings, status }: SmsConnection,
  diff: FieldDiff = new Map()
): AuditEntry => ({
  event,
  entityType: "channel",
  entityId: id,
  changes: diff.size === 0 ? undefined : auditedDiff(diff),
  metadata: { kind: "sms", number: name, accountSid: settings.accountSid, enabled: status !== "disabled" }
})
