import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { isAnsweredAutomatically } from "../outbound/mayMail.ts"

/**
 * What a new ticket keeps of a mail that passes on somebody else's: whom the team may make its customer. Only a suggestion,
 * because a header in a text is anybody's word; none where it is the sender again, an address of ours, or one that nobody
 * reads.
 */
export const suggestedCustomer = (
  { mail, sender }: Pick<InboundMessage, "mail" | "sender">,
  ours: ReadonlySet<string> = new Set()
): JsonObject => {
  const { forwardedFrom, ownDomain } = mail ?? {}
  if (forwardedFrom === undefined) return {}
  const { email, name } = forwardedFrom
  const isOurs = ours.has(email) || email.endsWith(`@${ownDomain}`)
  if (email === sender.email || isOurs || !isAnsweredAutomatically(email)) return {}
  return { suggestedCustomer: name === undefined ? { email } : { email, name } }
}
