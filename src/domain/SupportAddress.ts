import type { DateTime } from "effect"
import { Option } from "effect"
import type { AddressId, BrandId } from "./Ids.ts"
import { parseId } from "./Ids.ts"
import { tokenIn } from "./ReplyAddress.ts"

/**
 * What an address of a brand is: the one of its id (`system`), another one on INBOUND_DOMAIN (`alias`), one on a domain
 * of the brand that takes mail here (`domain`), or a mailbox elsewhere that forwards to the `system` address.
 */
export const addressKinds = ["system", "alias", "domain", "forwarded"] as const
export type AddressKind = (typeof addressKinds)[number]

/** An address that customers write to. */
export interface SupportAddress {
  readonly id: AddressId
  readonly brandId: BrandId
  /** Lower case; the local part `*` of a `domain` address takes what no other address of that domain takes. */
  readonly address: string
  readonly kind: AddressKind
  /** Name in front of the address in mail that is from it; the brand's when left out. */
  readonly fromName?: string | undefined
  /** Mail to it is the brand's, and mail may be from it. */
  readonly verified: boolean
  /** Of a brand's addresses, one is. */
  readonly isPrimary: boolean
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
}

/**
 * Mailboxes of a mail domain that prove who runs it: those of RFC 2142, and those that certification authorities write to
 * (CA/Browser Forum Baseline Requirements, 3.2.2.4.4). On the installation's own domain they are nobody's.
 */
const operatorMailboxes = new Set([
  ...["postmaster", "abuse", "hostmaster", "webmaster", "admin", "administrator", "root", "security", "noc"],
  ...["mailer-daemon", "noreply", "no-reply", "bounce", "bounces", "ssladmin", "sysadmin"]
])

/** Whether a brand may have the local part on the installation's own domain, where it stands beside those of others. */
export const isFreeLocalPart = (local: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{0,63}$/.test(local) &&
  !operatorMailboxes.has(local) &&
  Option.isNone(parseId("brand", local)) &&
  tokenIn("reply", local) === undefined &&
  tokenIn("bounce", local) === undefined

/** The part behind the `@`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1)
/** The part in front of it. */
export const localPartOf = (address: string): string => address.slice(0, address.lastIndexOf("@"))
