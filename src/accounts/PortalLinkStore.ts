import { Context, type Duration, type Effect } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"
import type { BrandScope } from "../domain/Principal.ts"

/** A link as it is stored, with the SHA-256 of its token and never the token. */
export interface NewPortalLink {
  /** Lower case. */
  readonly email: string
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
}

/** Stores the magic links of portals until they are used. An address has at most one per brand, the newest. */
export class PortalLinkStore extends Context.Service<
  PortalLinkStore,
  {
    /** Atomically replaces the address's previous link and queues the mail that carries the new one. */
    replace(
      scope: BrandScope,
      causation: Causation,
      link: NewPortalLink,
      mail: OutgoingMail
    ): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalLinkStore") {}
