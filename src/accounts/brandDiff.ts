import type { Brand } from "../domain/Brand.ts"
import { type FieldDiff, fieldDiff } from "../domain/FieldDiff.ts"

/** The settings of a brand that callers can write. */
const settings = [
  "name",
  "slug",
  "ticketPrefix",
  "nextTicketNumber",
  "url",
  "iconUrl",
  "logoUrl",
  "color",
  "settings",
  "metadata",
  "ticketSchema",
  "inboundEmailEnabled",
  "autoresponseEnabled",
  "autoresponseSubject",
  "autoresponseBody",
  "fromName",
  "fromEmail",
  "replyMode",
  "inboundSpam",
  "contactFormSenders",
  "portalOrigins",
  "replyStatus",
  "closedReply",
  "closedReplyWindowDays",
  "assigneeOnReopen",
  "smsDailyLimit",
  "smsEmailPrompt"
] as const satisfies ReadonlyArray<keyof Brand>
type Setting = (typeof settings)[number]

const observed = Object.fromEntries(settings.map((name) => [name, (brand: Brand) => brand[name] ?? null])) as {
  readonly [name in Setting]: (brand: Brand) => unknown
}

/** The settings that differ between two states of a brand. */
export const brandDiff = (before: Brand, after: Brand): FieldDiff<Setting> => fieldDiff(observed, before, after)
