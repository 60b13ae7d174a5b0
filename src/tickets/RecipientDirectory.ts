import { Context, type Effect, type Option } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandScope } from "../domain/Principal.ts"

/** Which brand a mail address belongs to. */
export class RecipientDirectory extends Context.Service<
  RecipientDirectory,
  {
    /**
     * The brand that takes mail for `localPart@domain` (RFC 5321 mailbox, any case, the domain as A-labels): one of its
     * addresses, its id on the installation's own domain, or either with a `+tag`. `postmaster@` and `abuse@` of our own
     * domain, which RFC 2142 asks for, belong to the installation's oldest live brand. None when nobody takes it.
     */
    find(localPart: string, domain: string): Effect.Effect<Option.Option<BrandScope>, DatabaseUnavailable>
  }
>()("trunkline/tickets/RecipientDirectory") {}
