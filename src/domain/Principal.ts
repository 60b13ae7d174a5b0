import { Context } from "effect"
import type { NamedKey } from "./ApiRequest.ts"
import type { BrandId } from "./Ids.ts"
import type { PortalAccess } from "./PortalAccess.ts"
import type { SignedIn } from "./Session.ts"
import type { Tenant } from "./Tenant.ts"

/** Which brands of the tenant a caller may see: all, present and future, or these. */
export type BrandAccess = "all" | ReadonlySet<BrandId>

/** Who a request speaks for, made by the authenticator and by nothing else. */
export interface Principal {
  readonly kind: "api_key" | "session" | "portal_token"
  /** Key, member or customer id. */
  readonly id: string
  readonly name: string
  /** Of an API key: what logs name it by. */
  readonly key?: NamedKey | undefined
  /** Of a session: whose it is, and so the role. */
  readonly signedIn?: SignedIn | undefined
  /** Of a portal token: the customer whom alone it speaks for. */
  readonly portal?: PortalAccess | undefined
  readonly tenant: Tenant
  readonly brands: BrandAccess
}

/** The caller of the request being served. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "trunkline/domain/CurrentPrincipal"
) {}

/** One brand that the caller may see. Whether the brand exists, the statement that uses the scope tells. */
export interface BrandScope {
  readonly tenant: Tenant
  readonly brandId: BrandId
}

/** All brands that the caller may see: the scope of cross-brand lists. */
export interface BrandsScope {
  readonly tenant: Tenant
  readonly brands: BrandAccess
}
