import { Context, type Effect, type Option } from "effect"
import type { InboundPolicy } from "../../domain/Brand.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { MailRoute } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/** The brand that an address belongs to, by which rule, and what it wants done with mail. */
export interface Recipient {
  readonly scope: BrandScope
  readonly route: MailRoute
  readonly policy: InboundPolicy
  /** It is that of a verified mailbox elsewhere, which passes mail on to the brand. */
  readonly forwards: boolean
}

/** Which brand a mail address belongs to. */
export class RecipientDirectory extends Context.Service<
  RecipientDirectory,
  {
    /**
     * The brand that takes mail for `localPart@domain` (RFC 5321 mailbox, any case, the domain as A-labels). In this
     * order: the address that answers to a ticket go to, or that reports about a mail of ours go to; one of a brand's
     * addresses; one with a `+tag`; the brand's id on the installation's own domain; `postmaster@` and `abuse@` of our
     * domains, which RFC 2142 asks for; an address `*` of a brand, which takes the rest of its domain. An address with an
     * unknown token is nobody's. None when nobody takes it.
     */
    find(localPart: string, domain: string): Effect.Effect<Option.Option<Recipient>, DatabaseUnavailable>
  }
>()("trunkline/tickets/RecipientDirectory") {}
