import { Context } from "effect"
import type { NamedKey } from "./ApiRequest.ts"
import type { BrandId } from "./Ids.ts"
import type { PortalAccess } from "./PortalAccess.ts"
import type { SignedIn } from "./Session.ts"
import type { Tenant } from "./Tenant.ts"

/** The brands of the tenant that a caller may see: all, including future ones, or these. */
export type BrandAccess = "all" | ReadonlySet<BrandId>

/** The caller of a request. Only the authenticator creates one. */
export interface Principal {
  readonly kind: "api_key" | "session" | "portal_token"
  /** Key, member or customer id. */
  readonly id: string
  readonly name: string
  /** For API keys: how logs identify the key. */
  readonly key?: NamedKey | undefined
  /** For sessions: the member, and so the role. */
  readonly signedIn?: SignedIn | undefined
  /** For portal tokens: the only customer that the caller acts for. */
  readonly portal?: PortalAccess | undefined
  readonly tenant: Tenant
  readonly brands: BrandAccess
}

/** The caller of the request being served. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "trunkline/domain/CurrentPrincipal"
) {}

/** One brand that the caller may see. The statement that uses the scope finds out whether the brand exists. */
export interface BrandScope {
  readonly tenant: Tenant
  readonly brandId: BrandId
}

/** All brands that the caller may see; the scope of lists across brands. */
export interface BrandsScope {
  readonly tenant: Tenant
  readonly brands: BrandAccess
}
