import { createHash } from "node:crypto"
import type { DateTime } from "effect"
import type { ConnectionId } from "../../domain/ChannelConnection.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { alphabet } from "../../domain/TypeId.ts"

/** Length of the local part: 130 bits, so that no two people share one. */
const length = 26

/** Top-level domain of addresses that cannot receive mail (RFC 2606). */
const zone = ".invalid"

/** Whether the address cannot receive mail: it is a placeholder for somebody known only by phone or chat. */
export const isPlaceholder = (email: string): boolean => email.endsWith(zone)

/** Why nobody can use such an address as their own, as the end of a sentence. */
export const claimsPlaceholder = "must not end in .invalid, which is reserved for customers without an address"

/** A placeholder for somebody without an address: always the same for an id at a connection, and unique to it. */
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
 * The placeholder for a phone number: readable, and used by at most one of a brand's customers. `phone` is in E.164;
 * `since` is when the number changed to a new owner.
 */
export const phonePlaceholder = (phone: string, since?: DateTime.Utc): string =>
  `${phone.slice(1)}${since === undefined ? "" : `.${iso(since).slice(0, 7).replace("-", "")}`}@sms${zone}`

/** The placeholder for a customer created through the API who has no address, and no number with a free placeholder. */
export const customerPlaceholder = (id: CustomerId): string => `${id}@api${zone}`
