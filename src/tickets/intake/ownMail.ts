import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { TicketState } from "../TicketCommand.ts"

/** How to treat mail that we sent ourselves. */
export interface OwnMail {
  /** `drop`: the brand's own mail came back. `unacknowledged`: another brand of this installation sent it. */
  readonly effect: "drop" | "unacknowledged"
  readonly detail: string
}

/**
 * Whether a mail is one of ours, recognized by the loop header, which nobody else can produce, by a Message-ID of ours,
 * or by a support address as its sender. Mail between two of our addresses would otherwise loop forever. People of
 * another brand are treated like anybody else, except that they get no acknowledgement, which alone could start a loop.
 */
export const ownMail = (
  { arrival }: TicketState,
  { brandId }: BrandScope,
  { mail, sender }: InboundMessage
): OwnMail | undefined => {
  if (mail === undefined) return undefined
  if (mail.loop?.brandId === brandId)
    return { effect: "drop", detail: "our own email came back: its loop header is ours" }
  if (arrival?.namesake?.isOurs === true)
    return { effect: "drop", detail: "our own email came back: its Message-ID is one of ours" }
  const owner = arrival?.ownAddresses.get(sender.email)
  if (owner === brandId || sender.email === `${brandId}@${mail.ownDomain}`)
    return { effect: "drop", detail: "its sender is an address of this brand" }
  if (mail.loop !== undefined || owner !== undefined || sender.email.endsWith(`@${mail.ownDomain}`))
    return {
      effect: "unacknowledged",
      detail: "another brand of this installation sent it: no acknowledgement is sent"
    }
  return undefined
}
