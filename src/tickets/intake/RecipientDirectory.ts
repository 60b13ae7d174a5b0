import { Context, type Effect, type Option } from "effect"
import type { InboundPolicy } from "../../domain/Brand.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { MailRoute } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** The brand to which an address belongs, the rule that says so, and the brand's policy for mail. */
export interface Recipient {
  readonly scope: BrandScope
  readonly route: MailRoute
  readonly policy: InboundPolicy
  /** The address is that of a verified external mailbox, which forwards mail to the brand. */
  readonly forwards: boolean
}

/** Finds the brand to which a mail address belongs. */
export class RecipientDirectory extends Context.Service<
  RecipientDirectory,
  {
    /**
     * The brand that receives mail for `localPart@domain` (RFC 5321 mailbox, in any case, the domain in A-labels). Tries
     * in this order: a reply address of a ticket, or the address for reports about a mail of ours; an address of a brand;
     * such an address with a `+tag`; the brand's id at the installation's own domain; `postmaster@` and `abuse@` of our
     * domains, as required by RFC 2142; and a brand's catch-all address `*`, which receives the rest of its domain. An
     * address with an unknown token belongs to nobody. `none` if nobody receives it.
     */
    find(localPart: string, domain: string): Effect.Effect<Option.Option<Recipient>, DatabaseUnavailable>
  }
>()("trunkline/tickets/RecipientDirectory") {}
