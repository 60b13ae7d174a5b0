import type { DateTime } from "effect"
import { Option } from "effect"
import type { AddressId, BrandId } from "./Ids.ts"
import { parseId } from "./Ids.ts"
import { tokenIn } from "./ReplyAddress.ts"

/**
 * The kinds of a brand's addresses: the one made from its id (`system`), another one at INBOUND_DOMAIN (`alias`), one at a
 * domain of the brand that receives mail here (`domain`), or a mailbox elsewhere that forwards to the `system` address.
 */
export const addressKinds = ["system", "alias", "domain", "forwarded"] as const
export type AddressKind = (typeof addressKinds)[number]

/** An address that customers write to. */
export interface SupportAddress {
  readonly id: AddressId
  readonly brandId: BrandId
  /** Lower case. A `domain` address with the local part `*` is the catch-all of its domain. */
  readonly address: string
  readonly kind: AddressKind
  /** The display name in mail from this address; the brand's if left out. */
  readonly fromName?: string | undefined
  /** Mail to it goes to the brand, and mail may be sent from it. */
  readonly verified: boolean
  /** True for one of a brand's addresses. */
  readonly isPrimary: boolean
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
}

/**
 * Mailboxes that prove control of a mail domain: those of RFC 2142, and those that certification authorities write to
 * (CA/Browser Forum Baseline Requirements, 3.2.2.4.4). At the installation's own domain, no brand may have them.
 */
const operatorMailboxes = new Set([
  ...["postmaster", "abuse", "hostmaster", "webmaster", "admin", "administrator", "root", "security", "noc"],
  ...["mailer-daemon", "noreply", "no-reply", "bounce", "bounces", "ssladmin", "sysadmin"]
])

/** Whether a brand may have the local part at the installation's own domain, which all brands share. */
export const isFreeLocalPart = (local: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{0,63}$/.test(local) &&
  !operatorMailboxes.has(local) &&
  Option.isNone(parseId("brand", local)) &&
  tokenIn("reply", local) === undefined &&
  tokenIn("bounce", local) === undefined

/** The part after the last `@`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1)
/** The part before the last `@`. */
export const localPartOf = (address: string): string => address.slice(0, address.lastIndexOf("@"))
