import { Context, type Duration, type Effect } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"
import type { BrandScope } from "../domain/Principal.ts"

/** A link as it is stored: the SHA-256 of its token, never the token. */
export interface NewPortalLink {
  /** Lower case. */
  readonly email: string
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
}

/** Where the magic links of portals wait to be used. An address has at most one in a brand: the newest. */
export class PortalLinkStore extends Context.Service<
  PortalLinkStore,
  {
    /** Stores the link in the place of the address's older one, and the mail that carries it: both, or neither. */
    replace(
      scope: BrandScope,
      causation: Causation,
      link: NewPortalLink,
      mail: OutgoingMail
    ): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalLinkStore") {}
