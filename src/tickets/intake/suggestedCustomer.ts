import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { isAnsweredAutomatically } from "../outbound/mayMail.ts"

/**
 * The original author of a forwarded mail, as the suggested customer of its ticket. It is only a suggestion, because
 * anybody can write such a header into a text. None if it is the sender, an address of ours, or one that nobody reads.
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
