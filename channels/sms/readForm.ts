/** What Twilio posts, under its names. */
export type TwilioForm = Readonly<Record<string, string>>

/** Every name with all its values, as they were sent. */
export type FormEntries = ReadonlyMap<string, ReadonlyArray<string>>

/** Parameters of a form, of which Twilio sends some sixty. Each takes a moment, and anybody can send thousands. */
const most = 500

/** The parameters of a form, untrimmed; undefined where the media type is another, or there are too many. */
export const readForm = (contentType: string | undefined, body: Uint8Array): FormEntries | undefined => {
  const mediaType = contentType?.split(";", 1)[0]?.trim().toLowerCase()
  if (mediaType !== "application/x-www-form-urlencoded") return undefined
  const entries = new Map<string, Array<string>>()
  const text = Buffer.from(body).toString("utf8")
  if (text.split("&", most + 1).length > most) return undefined
  for (const [name, value] of new URLSearchParams(text)) entries.set(name, [...(entries.get(name) ?? []), value])
  return entries
}

/** The same where no name is repeated, with what PostgreSQL cannot keep replaced. */
export const singleValues = (entries: FormEntries): TwilioForm | undefined => {
  const values = [...entries].map(([name, [value = "", ...others]]) =>
    others.length > 0 ? undefined : ([clean(name), clean(value)] as const)
  )
  return values.includes(undefined) ? undefined : Object.fromEntries(values.filter((one) => one !== undefined))
}

const clean = (text: string) => text.replaceAll("\u0000", "\ufffd").toWellFormed()
