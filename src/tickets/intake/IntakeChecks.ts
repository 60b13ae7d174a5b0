import type { ChannelKind, IntakeStep } from "../../domain/InboundMessage.ts"

/** The checks of every message, in order, and why each may not have been needed. */
const checks = {
  duplicate: "not needed",
  loop_or_automatic: "not needed: the message was received before",
  bounce: "not needed: an earlier check decided",
  signed_reply_address: "not needed: an earlier check decided",
  message_references: "not needed: a reply address or an earlier check decided",
  subject_tag_and_sender: "not needed: an earlier check decided",
  chat_thread: "for team chat only",
  sms_conversation: "for text messages only",
  custom_thread: "for custom channels only",
  merged_target: "not needed: it continues no merged ticket",
  closed_policy: "not needed: it continues no closed ticket",
  blocked_sender: "not needed: no ticket was opened"
} as const

export type IntakeCheck = keyof typeof checks

/** One check with its result. */
export const step = (check: IntakeCheck, matched: boolean, detail: string): IntakeStep => ({
  check,
  result: matched ? "matched" : "not_matched",
  detail
})

/** The checks that find out where a mail belongs; messages of other channels are part of a conversation. */
const mailChecks = new Set(["bounce", "signed_reply_address", "message_references", "subject_tag_and_sender"])

/** All checks in order; those without a result were skipped. */
export const withSkipped = (steps: ReadonlyArray<IntakeStep>, channel: ChannelKind): ReadonlyArray<IntakeStep> =>
  Object.entries(checks).map(
    ([check, detail]) =>
      steps.find((one) => one.check === check) ?? {
        check,
        result: "skipped",
        detail: channel !== "email" && mailChecks.has(check) ? "for email only" : detail
      }
  )
