import { DateTime, Redacted, Schema } from "effect"
import type { AuditEntry } from "../domain/AuditEntry.ts"
import type { SmsConnection } from "../domain/ChannelConnection.ts"
import type { BrandId, NumberId } from "../domain/Ids.ts"
import type { ConnectionChange, ConnectionSecrets } from "./ConnectionStore.ts"

/** Hours within which a text message opens a closed ticket again, unless the team says otherwise: a week. */
const defaultReopenHours = 168
/** Hours for which requests may still be signed with the token before: a provider's nodes do not change at once. */
const tokenOverlap = 24

export interface SmsNumberCreate {
  /** E.164. */
  readonly number: string
  readonly accountSid: string
  readonly authToken: Redacted.Redacted
  readonly reopenHours?: number | undefined
  readonly enabled?: boolean | undefined
}

/** Absent is unchanged. */
export interface SmsNumberChange {
  readonly accountSid?: string | undefined
  readonly authToken?: Redacted.Redacted | undefined
  readonly reopenHours?: number | undefined
  readonly enabled?: boolean | undefined
}

/** What a number keeps sealed: the account's token, and the one before it while requests may still be signed with it. */
const Secrets = Schema.fromJsonString(
  Schema.Struct({
    current: Schema.String,
    previous: Schema.optionalKey(Schema.Struct({ token: Schema.String, expiresAt: Schema.String }))
  })
)
const [read, write] = [Schema.decodeUnknownSync(Secrets), Schema.encodeSync(Secrets)]

export const smsSecrets = (authToken: Redacted.Redacted): ConnectionSecrets =>
  Redacted.make(write({ current: Redacted.value(authToken) }))

/** The tokens that requests may be signed with at a moment; the first is the one to send with. */
export const goodTokens = (
  stored: ConnectionSecrets,
  now: DateTime.Utc
): readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>] => {
  const { current, previous } = read(Redacted.value(stored))
  const isGood = previous !== undefined && DateTime.isLessThan(now, DateTime.makeUnsafe(previous.expiresAt))
  return [Redacted.make(current), ...(isGood ? [Redacted.make(previous.token)] : [])]
}

/** By which a number is taken once: accounts of others may claim what they like of it. */
const externalIdOf = (accountSid: string, number: string) => `${accountSid}/${number}`

export const newSmsNumber = (
  id: NumberId,
  brandId: BrandId,
  { accountSid, enabled = true, number, reopenHours = defaultReopenHours }: SmsNumberCreate,
  now: DateTime.Utc
): SmsConnection => ({
  id,
  brandId,
  kind: "sms",
  provider: "twilio",
  externalId: externalIdOf(accountSid, number),
  name: number,
  status: enabled ? "active" : "disabled",
  settings: { accountSid, reopenHours },
  createdAt: now,
  updatedAt: now
})

/** The number with the change applied. Whoever enables it, or gives it another token, has mended what was wrong. */
export const changeSmsNumber = (
  number: SmsConnection,
  stored: ConnectionSecrets,
  change: SmsNumberChange,
  now: DateTime.Utc
): ConnectionChange<"sms"> => {
  const { authToken } = change
  const accountSid = change.accountSid ?? number.settings.accountSid
  const isMended = change.enabled === true || authToken !== undefined || accountSid !== number.settings.accountSid
  const isOff = change.enabled === undefined ? number.status === "disabled" : !change.enabled
  const changed: SmsConnection = {
    ...number,
    externalId: externalIdOf(accountSid, number.name),
    status: isOff ? "disabled" : isMended || number.status === "disabled" ? "active" : number.status,
    settings: { accountSid, reopenHours: change.reopenHours ?? number.settings.reopenHours },
    lastError: isMended ? undefined : number.lastError
  }
  const isSame = authToken === undefined && JSON.stringify(changed) === JSON.stringify(number)
  return isSame
    ? { connection: number, audit: undefined }
    : {
        connection: { ...changed, updatedAt: now },
        secrets: authToken && replaced(stored, authToken, now),
        audit: toldOfNumber("channel.updated", changed)
      }
}

const replaced = (stored: ConnectionSecrets, authToken: Redacted.Redacted, now: DateTime.Utc): ConnectionSecrets =>
  Redacted.make(
    write({
      current: Redacted.value(authToken),
      previous: {
        token: read(Redacted.value(stored)).current,
        expiresAt: DateTime.formatIso(DateTime.add(now, { hours: tokenOverlap }))
      }
    })
  )

/** What the audit log tells of a number. */
export const toldOfNumber = (event: string, { id, name, settings, status }: SmsConnection): AuditEntry => ({
  event,
  entityType: "channel",
  entityId: id,
  metadata: { kind: "sms", number: name, accountSid: settings.accountSid, enabled: status !== "disabled" }
})
