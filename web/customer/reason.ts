import { ApiError, ConnectionError, type FieldDefinition } from "../../sdk/src/portal.ts"
import { sizeText } from "./sizes.ts"
import type { Words } from "./words/en.ts"
import type { Language } from "./words/language.ts"

/** Says in a sentence for the customer why the API refused. */
export const reasonOf = (error: unknown, { locale, words }: Language): string => {
  if (error instanceof ConnectionError) return words.offline
  if (!(error instanceof ApiError)) return words.ourFault
  switch (error.code) {
    case "rate_limited":
      return words.tooMany(soon(error.retryAfter, locale))
    case "payload_too_large": {
      const { limit, used } = { limit: undefined, used: undefined, ...error.problem }
      return typeof limit === "number" && used === undefined ? words.tooLarge(sizeText(limit, locale)) : words.tooMuch
    }
    case "unauthorized":
    case "token_expired":
      return words.signedOutMeanwhile
    case "not_found":
      return words.notFound
    case "ticket_merged":
      return words.merged
    case "limit_reached":
      return words.tooMuch
    case "attachment_not_uploaded":
    case "attachment_in_use":
      return words.fileLost
    case "idempotency_key_reused":
      return words.sentAlready
    default:
      return error.status >= 500 ? words.ourFault : words.notAllowed
  }
}

/**
 * Returns a sentence for each field that the API refused, with the form's name for it. English uses the API's own messages,
 * which include limits; other languages have one sentence per kind of rule.
 */
export const refusedFields = (
  error: unknown,
  { locale, words }: Language,
  fields: ReadonlyArray<Pick<FieldDefinition, "key" | "label">>
): ReadonlyArray<string> => {
  if (!(error instanceof ApiError)) return []
  const isEnglish = /^en\b/.test(locale)
  return error.errors.map(({ code, field, message }) => {
    const label = labelOf(field, words, fields)
    return isEnglish ? `${label}: ${message}.` : `${label}: ${ruleOf(code, words)}`
  })
}

/** Says when to try again, such as `in 30 seconds`. */
const soon = (milliseconds = 1000, locale: string): string => {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const relative = new Intl.RelativeTimeFormat(locale)
  return seconds > 90 ? relative.format(Math.ceil(seconds / 60), "minute") : relative.format(seconds, "second")
}

const labelOf = (path: string, words: Words, fields: ReadonlyArray<Pick<FieldDefinition, "key" | "label">>): string => {
  const [member = "", key = ""] = path.split(/[.[\]]/)
  if (member === "customFields") return fields.find((field) => field.key === key)?.label ?? key
  if (member === "title") return words.subject
  if (member === "body") return words.message
  return member === "email" ? words.email : words.files
}

const ruleOf = (code: string, { rules }: Words): string => {
  switch (code) {
    case "required":
      return rules.required
    case "length":
      return rules.length
    case "range":
      return rules.range
    case "too_many":
      return rules.count
    case "enum":
    case "unknown_id":
    case "not_allowed":
      return rules.choice
    default:
      return rules.form
  }
}
