import type { InboundDetail } from "../../domain/InboundEntry.ts"
import type { MailRoute } from "../../domain/InboundMessage.ts"

const routes: Record<MailRoute["rule"], string> = {
  reply_address: "the reply address of a ticket",
  bounce_address: "the return path of a mail of the brand",
  address: "an address of the brand",
  tagged_address: "an address of the brand with a tag",
  brand_id: "the id of the brand",
  operator: "the postmaster, who is the oldest brand here",
  catch_all: "the address that takes the rest of its domain"
}

/** How a message reached its brand and what became of it, as one sentence. */
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
        why(["closed_policy", "merged_target"]).map((detail) => `continues nothing that can go on: ${detail}`),
        "because it continues no other"
      )}.`
    case "comment_added":
      return `${reached}It became a comment, ${reasons(why(thread), "because it continues a ticket")}.`
    case "bounce":
      return `${reached}It is a report about a mail that was sent: ${why(["bounce"]).join("; ")}.`
    default: {
      const trouble = error === undefined ? "" : `: ${error}`
      if (status === "failed") return `${reached}It was not let in${trouble}.`
      if (status === "received")
        return `${reached}It waits to be looked into${error === undefined ? "" : ` once more${trouble}`}.`
      const reason = why(["loop_or_automatic", "bounce"]).join("; ")
      return `${reached}It was kept and did nothing${reason === "" ? "" : `: ${reason}`}${status === "ignored" ? "; processing it again releases it where it is not the brand's own" : ""}.`
    }
  }
}
