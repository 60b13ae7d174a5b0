import { Context, Effect } from "effect"
import type { BrandId } from "../../domain/Ids.ts"

/**
 * Hears of mail that was taken for a brand: to which of its addresses, envelope and header together. Nobody listens
 * unless `AddressActivity` does.
 */
export const MailArrivals = Context.Reference<
  (brandId: BrandId, addresses: ReadonlyArray<string>) => Effect.Effect<void>
>("trunkline/tickets/MailArrivals", { defaultValue: () => () => Effect.void })
