import { createHash } from "node:crypto"
import type { DateTime } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { alphabet } from "../../domain/TypeId.ts"

/** Letters of the local part; 130 bits, so that no two people share one. */
const length = 26

/** Top-level domain of addresses that no mail can reach (RFC 2606). */
const zone = ".invalid"

/** Whether mail to the address cannot exist: it stands for someone known only by phone or chat. */
export const isPlaceholder = (email: string): boolean => email.endsWith(zone)

/** Why nobody can say that such an address is theirs; as the end of a sentence. */
export const claimsPlaceholder = "must not end in .invalid, which is reserved for customers without an address"

/** The address of somebody who has none: the same for the same id at the same connection, and nobody else's. */
export const placeholderEmail = (
  channel: "slack" | "sms" | "custom",
  connectionId: ConnectionId,
  externalId: string
): string => {
  const hash = createHash("sha256").update(`${connectionId}\n${externalId}`).digest()
  const local = [...hash.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join("")
  return `${local}@${channel}${zone}`
}

/**
 * The address of a phone number; readable, and one of each brand's customers at most has it. `phone` in E.164; `since` is
 * when the number was somebody new's.
 */
export const phonePlaceholder = (phone: string, since?: DateTime.Utc): string =>
  `${phone.slice(1)}${since === undefined ? "" : `.${iso(since).slice(0, 7).replace("-", "")}`}@sms${zone}`

/** The address of a customer whom a program adds without one, and whose number, if any, another's address is made of. */
export const customerPlaceholder = (id: CustomerId): string => `${id}@api${zone}`
