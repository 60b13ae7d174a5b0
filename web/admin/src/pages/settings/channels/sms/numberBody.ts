import type { SmsNumber, SmsNumberCreate, SmsNumberUpdate } from "@trunkline/sdk"

/** What the API takes for a limit that is left out; the form says so. */
export const usual = { hourlyLimit: 10, dailyLimit: 1_000, reopenHours: 168 } as const

export type Limit = keyof typeof usual

/** A number as it is typed; secrets are empty unless they are to be others, and limits NaN where they are the usual ones. */
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

/** What the form begins with. */
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

/** The body that makes the number. */
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

/** The body that makes the number what is typed: a key of which only the SID is there, as it is known, stays. */
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

/** Ids and secrets are pasted, often with a space or a line behind them. */
const trimmed = (typed: TypedNumber): TypedNumber => ({
  ...typed,
  number: typed.number.trim(),
  accountSid: typed.accountSid.trim(),
  authToken: typed.authToken.trim(),
  service: typed.service.trim(),
  keySid: typed.keySid.trim(),
  keySecret: typed.keySecret.trim()
})

/** Both parts of an API key, or none. */
const keyOf = ({ keySecret, keySid }: Pick<TypedNumber, "keySecret" | "keySid">) =>
  keySid === "" && keySecret === "" ? undefined : { sid: keySid, secret: keySecret }

const limitsOf = (typed: TypedNumber): Record<Limit, number> => {
  const limit = (name: Limit) => (Number.isNaN(typed[name]) ? usual[name] : typed[name])
  return { hourlyLimit: limit("hourlyLimit"), dailyLimit: limit("dailyLimit"), reopenHours: limit("reopenHours") }
}
