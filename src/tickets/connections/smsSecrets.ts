import { DateTime, Redacted, Schema } from "effect"
import { iso } from "../../domain/iso.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** Hours for which requests may still be signed with the previous token: a provider's nodes do not all switch at once. */
const tokenOverlap = 24

/** Credentials for the account's API that can be used in place of its token and be revoked separately. */
export interface SmsApiKey {
  readonly sid: string
  readonly secret: Redacted.Redacted
}

/**
 * The sealed secrets of a number: the account's token, the previous one while requests may still be signed with it, and
 * the API key for our own requests.
 */
const Secrets = Schema.fromJsonString(
  Schema.Struct({
    current: Schema.String,
    previous: Schema.optionalKey(Schema.Struct({ token: Schema.String, expiresAt: Schema.String })),
    apiKey: Schema.optionalKey(Schema.Struct({ sid: Schema.String, secret: Schema.String }))
  })
)
const [read, write] = [Schema.decodeUnknownSync(Secrets), Schema.encodeSync(Secrets)]

const keyOf = (apiKey: SmsApiKey | null | undefined) =>
  apiKey == null ? {} : { apiKey: { sid: apiKey.sid, secret: Redacted.value(apiKey.secret) } }

export const smsSecrets = (authToken: Redacted.Redacted, apiKey?: SmsApiKey): ConnectionSecrets =>
  Redacted.make(write({ current: Redacted.value(authToken), ...keyOf(apiKey) }))

/** The tokens with which requests may be signed at a given time, the current one first. */
export const goodTokens = (
  stored: ConnectionSecrets,
  now: DateTime.Utc
): readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>] => {
  const { current, previous } = read(Redacted.value(stored))
  const isGood = previous !== undefined && DateTime.isLessThan(now, DateTime.makeUnsafe(previous.expiresAt))
  return [Redacted.make(current), ...(isGood ? [Redacted.make(previous.token)] : [])]
}

/** The credentials for the account's API: the API key if there is one, otherwise account and token. */
export const smsCredential = (stored: ConnectionSecrets, accountSid: string): SmsApiKey => {
  const { apiKey, current } = read(Redacted.value(stored))
  return apiKey === undefined
    ? { sid: accountSid, secret: Redacted.make(current) }
    : { sid: apiKey.sid, secret: Redacted.make(apiKey.secret) }
}

/**
 * The secrets with another token, another API key (`null` removes it), or both. If the stored ones could not be
 * decrypted, a new token replaces them all; without one, they stay.
 */
export const replacedSecrets = (
  stored: ConnectionSecrets | undefined,
  {
    apiKey,
    authToken
  }: { readonly authToken: Redacted.Redacted | undefined; readonly apiKey: SmsApiKey | null | undefined },
  now: DateTime.Utc
): ConnectionSecrets | undefined => {
  if (stored === undefined) return authToken === undefined ? undefined : smsSecrets(authToken, apiKey ?? undefined)
  const { apiKey: keyBefore, ...before } = read(Redacted.value(stored))
  // Setting the same token again, for example by a repeated request, keeps the previous one valid.
  const tokens =
    authToken === undefined || Redacted.value(authToken) === before.current
      ? before
      : {
          current: Redacted.value(authToken),
          previous: {
            token: before.current,
            expiresAt: iso(DateTime.add(now, { hours: tokenOverlap }))
          }
        }
  const key = apiKey === undefined ? (keyBefore === undefined ? {} : { apiKey: keyBefore }) : keyOf(apiKey)
  return Redacted.make(write({ ...tokens, ...key }))
}
