import { Duration, Redacted } from "effect"
import type { PortalToken } from "../../domain/PortalAccess.ts"
import { iso } from "./moments.ts"

/** A token on the wire, with its secret: the answer that issues it. */
export const portalTokenView = ({ customer, expiresAt, lifetime, secret }: PortalToken) => ({
  accessToken: Redacted.value(secret),
  token: Redacted.value(secret),
  tokenType: "Bearer",
  expiresAt: iso(expiresAt),
  expiresIn: Duration.toSeconds(lifetime),
  customerId: customer.id,
  email: customer.email,
  customerEmail: customer.email,
  name: customer.name,
  brandId: customer.brandId
})
