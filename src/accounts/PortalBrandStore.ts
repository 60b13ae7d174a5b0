import { Context, type Effect, type Option } from "effect"
import type { Brand } from "../domain/Brand.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** A brand as its portal needs it before anybody has signed in. */
export type PortalBrand = Pick<
  Brand,
  "id" | "name" | "fromName" | "iconUrl" | "logoUrl" | "color" | "portalOrigins"
> & {
  readonly tenant: Tenant
  /** The domain of its own under which its portal is. */
  readonly portalDomain?: string | undefined
}

/** What of brands is asked for by those who have no credential yet: across tenants, in one cheap statement each. */
export class PortalBrandStore extends Context.Service<
  PortalBrandStore,
  {
    find(id: BrandId): Effect.Effect<Option.Option<PortalBrand>, DatabaseUnavailable>
    /** Whether any brand has this origin among its `portalOrigins`. */
    listsOrigin(origin: string): Effect.Effect<boolean, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalBrandStore") {}
