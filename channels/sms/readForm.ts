/** Twilio's parameters, by its own names. */
export type TwilioForm = Readonly<Record<string, string>>

/** Every name with all its values, as sent. */
export type FormEntries = ReadonlyMap<string, ReadonlyArray<string>>

/** Parameters of a form. Twilio sends some sixty; anybody could send thousands, and each costs time. */
const most = 500

/** The parameters of a form, untrimmed; `undefined` if it has another media type or too many parameters. */
export const readForm = (contentType: string | undefined, body: Uint8Array): FormEntries | undefined => {
  const mediaType = contentType?.split(";", 1)[0]?.trim().toLowerCase()
  if (mediaType !== "application/x-www-form-urlencoded") return undefined
  const entries = new Map<string, Array<string>>()
  const text = Buffer.from(body).toString("utf8")
  if (text.split("&", most + 1).length > most) return undefined
  for (const [name, value] of new URLSearchParams(text)) entries.set(name, [...(entries.get(name) ?? []), value])
  return entries
}

/** The parameters with characters that PostgreSQL cannot store replaced; `undefined` if a name is repeated. */
export const singleValues = (entries: FormEntries): TwilioForm | undefined => {
  const values = [...entries].map(([name, [value = "", ...others]]) =>
    others.length > 0 ? undefined : ([clean(name), clean(value)] as const)
  )
  return values.includes(undefined) ? undefined : Object.fromEntries(values.filter((one) => one !== undefined))
}

const clean = (text: string) => text.replaceAll("\u0000", "\ufffd").toWellFormed()
