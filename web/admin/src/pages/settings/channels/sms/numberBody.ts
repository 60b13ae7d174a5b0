import type { SmsNumber, SmsNumberCreate, SmsNumberUpdate } from "@trunkline/sdk"

/** The API's defaults for limits that are left out; the form shows them. */
export const usual = { hourlyLimit: 10, dailyLimit: 1_000, reopenHours: 168 } as const

export type Limit = keyof typeof usual

/** A number as typed. Secrets are empty to stay the same; a limit is NaN for the default. */
export type TypedNumber = Readonly<Record<Limit, number>> & {
  readonly number: string
  readonly accountSid: string
  readonly authToken: string
  readonly service: string
  readonly keySid: string
  readonly keySecret: string
  readonly destinations: ReadonlyArray<string>
  readonly mms: boolean
}

/** The initial content of the form. */
export const typedOf = (number: SmsNumber | undefined): TypedNumber => ({
  number: number?.number ?? "",
  accountSid: number?.accountSid ?? "",
  authToken: "",
  service: number?.messagingServiceSid ?? "",
  keySid: number?.apiKeySid ?? "",
  keySecret: "",
  hourlyLimit: number?.hourlyLimit ?? Number.NaN,
  dailyLimit: number?.dailyLimit ?? Number.NaN,
  reopenHours: number?.reopenHours ?? Number.NaN,
  destinations: number?.destinations ?? [],
  mms: number?.mms ?? true
})

/** The request body that creates the number. */
export const newNumber = (typed: TypedNumber): SmsNumberCreate => {
  const { accountSid, authToken, destinations, mms, number, service } = trimmed(typed)
  const apiKey = keyOf(trimmed(typed))
  return {
    ...{ number, provider: "twilio", accountSid, authToken, mms, ...limitsOf(typed) },
    ...(service === "" ? {} : { messagingServiceSid: service }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(destinations.length === 0 ? {} : { destinations: [...destinations] })
  }
}

/**
 * The request body that changes the number as typed. If only the SID of the API key is given, and it is unchanged, the key
 * stays.
 */
export const numberChange = (known: SmsNumber, typed: TypedNumber): SmsNumberUpdate => {
  const { accountSid, authToken, destinations, keySecret, keySid, mms, service } = trimmed(typed)
  const isKeyKept = keySecret === "" && keySid === (known.apiKeySid ?? "")
  return {
    ...{ accountSid, mms, ...limitsOf(typed) },
    ...(authToken === "" ? {} : { authToken }),
    ...(isKeyKept ? {} : { apiKey: keyOf({ keySid, keySecret }) ?? null }),
    messagingServiceSid: service === "" ? null : service,
    destinations: destinations.length === 0 ? null : [...destinations]
  }
}

/** Ids and secrets are pasted, often with a trailing space or newline. */
const trimmed = (typed: TypedNumber): TypedNumber => ({
  ...typed,
  number: typed.number.trim(),
  accountSid: typed.accountSid.trim(),
  authToken: typed.authToken.trim(),
  service: typed.service.trim(),
  keySid: typed.keySid.trim(),
  keySecret: typed.keySecret.trim()
})

/** Both parts of an API key, or `undefined` if neither is given. */
const keyOf = ({ keySecret, keySid }: Pick<TypedNumber, "keySecret" | "keySid">) =>
  keySid === "" && keySecret === "" ? undefined : { sid: keySid, secret: keySecret }

const limitsOf = (typed: TypedNumber): Record<Limit, number> => {
  const limit = (name: Limit) => (Number.isNaN(typed[name]) ? usual[name] : typed[name])
  return { hourlyLimit: limit("hourlyLimit"), dailyLimit: limit("dailyLimit"), reopenHours: limit("reopenHours") }
}
