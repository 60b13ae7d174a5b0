import { Context, Effect } from "effect"
import type { BrandId } from "../../domain/Ids.ts"

/**
 * Receives the addresses of mail that was accepted for a brand, from envelope and header together. Does nothing unless
 * `AddressActivity` provides it.
 */
export const MailArrivals = Context.Reference<
  (brandId: BrandId, addresses: ReadonlyArray<string>) => Effect.Effect<void>
>("trunkline/tickets/MailArrivals", { defaultValue: () => () => Effect.void })
