import type { DateTime, Duration, Redacted } from "effect"
import type { BrandId, CustomerId } from "./Ids.ts"
import type { Tenant } from "./Tenant.ts"

/** A customer, as the portal of their brand knows them. */
export interface PortalCustomer {
  readonly tenant: Tenant
  readonly brandId: BrandId
  readonly id: CustomerId
  /** Lower case. */
  readonly email: string
  readonly name?: string | undefined
}

/** A portal token as its store returns it. It is valid for one customer of one brand. */
export interface PortalAccess {
  readonly customer: PortalCustomer
  /** SHA-256 of the token. */
  readonly tokenHash: Uint8Array
  /** How long the token was issued for; a refreshed token gets the same. */
  readonly lifetime: Duration.Duration
  readonly expiresAt: DateTime.Utc
  /** The origins whose pages may use it. */
  readonly origins: ReadonlyArray<string>
  /** The brand's own portal domain, whose pages may use it too. */
  readonly portalDomain?: string | undefined
}

/** A token that was just issued. Its secret is known only now. */
export interface PortalToken {
  readonly customer: PortalCustomer
  readonly secret: Redacted.Redacted
  /** Time until it expires. */
  readonly lifetime: Duration.Duration
  readonly expiresAt: DateTime.Utc
}

/** A token as its issuer may list it later. */
export interface ListedPortalToken {
  readonly customerId: CustomerId
  /** `pt_…` and the token's last four characters. */
  readonly preview: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}
