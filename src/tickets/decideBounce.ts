import { Result } from "effect"
import type { Bounce, InboundMessage } from "../domain/InboundMessage.ts"
import { deliveryReported } from "./deliveryReported.ts"
import type { Outcome, TicketState } from "./TicketStore.ts"

/** What a report does, and that in words. */
export interface BounceDecision {
  readonly outcome: Outcome<unknown>
  readonly known: boolean
  readonly detail: string
}

/**
 * What a mail system's report changes: the state of the mail that came back, and nothing else; a bounce is never a ticket
 * or a comment. A delay changes nothing: whoever reports it tries on.
 */
export const decideBounce = (state: TicketState, { mail }: InboundMessage): BounceDecision => {
  const nothing: Outcome<unknown> = { value: undefined, events: [], audit: [] }
  const bounce = mail?.bounce
  if (bounce === undefined)
    return { outcome: nothing, known: false, detail: "a mail system's report in which nothing could be read" }
  const about = bounce.of
  if (about === undefined)
    return {
      outcome: nothing,
      known: false,
      detail: `${wordsOf(bounce)}; it is about no mail of ours that is known here`
    }
  if (bounce.action === "delayed")
    return { outcome: nothing, known: true, detail: `${wordsOf(bounce)}; whoever reports this tries on` }
  const reported = deliveryReported(state, about.messageId, {
    status: "bounced",
    permanent: bounce.status?.startsWith("4.") !== true,
    error: [bounce.status, bounce.diagnostic].filter((part) => part !== undefined).join(" ") || undefined,
    // Whoever is in copy has a mailbox of their own; any other address is one that the recipient's forwards to.
    recipient: (state.ticket?.participants ?? []).find(({ email }) => email === bounce.recipient)?.email
  })
  return Result.isSuccess(reported)
    ? { outcome: reported.success, known: true, detail: `${wordsOf(bounce)}; the message is marked as bounced` }
    : { outcome: nothing, known: false, detail: `${wordsOf(bounce)}; the message is no longer there` }
}

const wordsOf = ({ action, recipient, status }: Bounce) =>
  [
    action === "delayed" ? "delivery is delayed" : "delivery failed",
    recipient === undefined ? "" : ` to ${recipient}`,
    status === undefined ? "" : ` (${status})`
  ].join("")
