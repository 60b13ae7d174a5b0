import type { InboundDetail } from "../../domain/InboundEntry.ts"
import type { MailRoute } from "../../domain/InboundMessage.ts"

const routes: Record<MailRoute["rule"], string> = {
  reply_address: "the reply address of a ticket",
  bounce_address: "the return path of an email from the brand",
  address: "an address of the brand",
  tagged_address: "an address of the brand with a tag",
  brand_id: "the address with the brand's id",
  operator: "the postmaster address, which belongs to the oldest brand",
  catch_all: "the catch-all address of its domain"
}

/** One sentence that says how a message reached its brand and what became of it. */
export const explainDecision = ({ error, outcome, route, status, steps }: InboundDetail): string => {
  const why = (checks: ReadonlyArray<string>) =>
    steps.filter(({ check, result }) => result === "matched" && checks.includes(check)).map(({ detail }) => detail)
  const reached = route === undefined ? "" : `It was sent to ${route.address}, ${routes[route.rule]}. `
  const thread = [
    "signed_reply_address",
    "message_references",
    "subject_tag_and_sender",
    "chat_thread",
    "sms_conversation",
    "custom_thread",
    "merged_target",
    "closed_policy"
  ]
  const reasons = (details: ReadonlyArray<string>, otherwise: string) =>
    details.length === 0 ? otherwise : `because it ${details.join("; ")}`
  switch (outcome) {
    case "ticket_created":
      return `${reached}It opened a ticket, ${reasons(
        why(["closed_policy", "merged_target"]).map((detail) => `cannot continue an earlier one: ${detail}`),
        "because it continues no earlier one"
      )}.`
    case "comment_added":
      return `${reached}It became a comment, ${reasons(why(thread), "because it continues a ticket")}.`
    case "bounce":
      return `${reached}It is a report about an email that was sent: ${why(["bounce"]).join("; ")}.`
    default: {
      const trouble = error === undefined ? "" : `: ${error}`
      if (status === "failed") return `${reached}It was not accepted${trouble}.`
      if (status === "received")
        return `${reached}It is waiting to be processed${error === undefined ? "" : ` again${trouble}`}.`
      const reason = why(["loop_or_automatic", "bounce"]).join("; ")
      return `${reached}It was stored and had no effect${reason === "" ? "" : `: ${reason}`}${status === "ignored" ? "; reprocess it to release it, unless it is the brand's own" : ""}.`
    }
  }
}
