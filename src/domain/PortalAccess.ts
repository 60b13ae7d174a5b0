import type { DateTime, Duration, Redacted } from "effect"
import type { BrandId, CustomerId } from "./Ids.ts"
import type { Tenant } from "./Tenant.ts"

/** A customer as the portal of their brand knows them. */
export interface PortalCustomer {
  readonly tenant: Tenant
  readonly brandId: BrandId
  readonly id: CustomerId
  /** Lower case. */
  readonly email: string
  readonly name?: string | undefined
}

/** A portal token as its store tells of it: good for one customer of one brand. */
export interface PortalAccess {
  readonly customer: PortalCustomer
  /** SHA-256 of the token. */
  readonly tokenHash: Uint8Array
  /** What the token was issued for; a refreshed one gets the same. */
  readonly lifetime: Duration.Duration
  readonly expiresAt: DateTime.Utc
  /** Origins whose pages may use it. */
  readonly origins: ReadonlyArray<string>
  /** The domain of its own that the brand's portal has, whose pages may, too. */
  readonly portalDomain?: string | undefined
}

/** A token just issued: the only time that its secret is known. */
export interface PortalToken {
  readonly customer: PortalCustomer
  readonly secret: Redacted.Redacted
  /** Until it ends. */
  readonly lifetime: Duration.Duration
  readonly expiresAt: DateTime.Utc
}

/** A token as its issuer may look at it later. */
export interface ListedPortalToken {
  readonly customerId: CustomerId
  /** `pt_…` and the token's last four characters. */
  readonly preview: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}
