import { DateTime, Redacted, Schema } from "effect"
import { iso } from "../../domain/iso.ts"
import type { ConnectionSecrets } from "./ConnectionStore.ts"

/** Hours for which requests may still be signed with the token before: a provider's nodes do not change at once. */
const tokenOverlap = 24

/** What opens the account's API beside its token, and can be revoked alone. */
export interface SmsApiKey {
  readonly sid: string
  readonly secret: Redacted.Redacted
}

/**
 * What a number keeps sealed: the account's token, the one before it while requests may still be signed with it, and the
 * API key that its own requests are made with.
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

/** The tokens that requests may be signed with at a moment, the current one first. */
export const goodTokens = (
  stored: ConnectionSecrets,
  now: DateTime.Utc
): readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>] => {
  const { current, previous } = read(Redacted.value(stored))
  const isGood = previous !== undefined && DateTime.isLessThan(now, DateTime.makeUnsafe(previous.expiresAt))
  return [Redacted.make(current), ...(isGood ? [Redacted.make(previous.token)] : [])]
}

/** What the account's API is opened with: the API key where there is one, else account and token. */
export const smsCredential = (stored: ConnectionSecrets, accountSid: string): SmsApiKey => {
  const { apiKey, current } = read(Redacted.value(stored))
  return apiKey === undefined
    ? { sid: accountSid, secret: Redacted.make(current) }
    : { sid: apiKey.sid, secret: Redacted.make(apiKey.secret) }
}

/**
 * The secrets with another token, another API key (`null`: none), or both. Where those that were stored cannot be opened, a token
 * begins anew, and without one they stay as they are.
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
  // The same one again, such as by a request that was repeated, leaves the one before it good.
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
