import { answersTo } from "./answersTo.ts"
import type { MailDraft } from "./MailDraft.ts"

/**
 * Maximum number of acknowledgements from one brand to one address, which stops loops with machines that reply to them,
 * and of all acknowledgements of a brand in an hour, beyond which somebody is probably making it write to other people's
 * addresses.
 */
export const acknowledgementLimits = { hour: 3, day: 10, brandHour: 1_000 } as const

/** Why an address is suppressed for a while. */
export const restReasons = {
  bounce: "The mailbox does not exist, according to its mail system",
  complaint: "The recipient reported our email as spam"
} as const

/** Why a mail to somebody who was erased meanwhile is not sent. */
export const recipientErased = "The customer was erased"

/** Why no mail leaves a server without MAIL_RELAY_URL. */
export const noRelay = "This server has no mail relay (MAIL_RELAY_URL)"

/** Why a mail is not sent after all, in words; `undefined` if it may be sent. */
export const mayNotSend = (draft: MailDraft): string | undefined => {
  const { acknowledged, context, comment, erased, kind, rested, to, toMember } = draft
  if (erased.has(to)) return recipientErased
  const reason = rested.get(to) ?? rested.get(answersTo(draft))
  if (reason !== undefined) return restReasons[reason]
  if (kind === "autoresponse") {
    const { brandLastHour, lastDay, lastHour } = acknowledged
    if (brandLastHour >= acknowledgementLimits.brandHour) return "The brand has reached its limit for acknowledgements"
    return lastHour >= acknowledgementLimits.hour || lastDay >= acknowledgementLimits.day
      ? "The address has reached its limit for acknowledgements"
      : undefined
  }
  if (kind === "reply") return comment === undefined ? "The comment was deleted" : undefined
  if (kind !== "notice") return undefined
  const isMember = String(context["memberId"]).startsWith("mem_")
  if (isMember && !toMember) return "The member was removed, no longer sees the brand, or wants no email"
  if (comment === undefined && context["status"] == null) return "The comment was deleted"
  return comment?.isInternal === true && !isMember ? "Only team members receive internal notes" : undefined
}
