import { Context, type Effect, type Option } from "effect"
import type { Brand } from "../domain/Brand.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId } from "../domain/Ids.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** What a brand's portal needs before anybody has signed in. */
export type PortalBrand = Pick<
  Brand,
  "id" | "name" | "fromName" | "iconUrl" | "logoUrl" | "color" | "portalOrigins"
> & {
  readonly tenant: Tenant
  /** The brand's own domain for its portal. */
  readonly portalDomain?: string | undefined
}

/** Reads brands for callers without a credential. Each method is one cheap statement across tenants. */
export class PortalBrandStore extends Context.Service<
  PortalBrandStore,
  {
    find(id: BrandId): Effect.Effect<Option.Option<PortalBrand>, DatabaseUnavailable>
    /** Whether any brand has this origin among its `portalOrigins`. */
    listsOrigin(origin: string): Effect.Effect<boolean, DatabaseUnavailable>
  }
>()("trunkline/accounts/PortalBrandStore") {}
