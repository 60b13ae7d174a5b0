import type { MailDraft } from "./MailDraft.ts"

/** Acknowledgements that one address gets from one brand: a machine that answers them ends there. */
export const acknowledgementLimits = { hour: 3, day: 10 } as const

/** Why a mail is not sent after all, in words; undefined when it may go. */
export const mayNotSend = ({
  acknowledged,
  context,
  comment,
  kind,
  to,
  toMember,
  undeliverable
}: MailDraft): string | undefined => {
  if (undeliverable.includes(to)) return "The address has no mailbox, as its mail system reported"
  if (kind === "autoresponse") {
    const { lastDay, lastHour } = acknowledged
    return lastHour >= acknowledgementLimits.hour || lastDay >= acknowledgementLimits.day
      ? "The address got as many acknowledgements as one may get"
      : undefined
  }
  if (kind === "reply") return comment === undefined ? "The comment was deleted" : undefined
  if (kind !== "notice") return undefined
  const isMember = String(context["memberId"]).startsWith("mem_")
  if (isMember && !toMember) return "The member is gone, sees the brand no more, or wants no mail"
  if (comment === undefined && context["status"] == null) return "The comment was deleted"
  return comment?.isInternal === true && !isMember ? "Internal notes are for members of the team" : undefined
}
