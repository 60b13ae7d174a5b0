import { Duration, Redacted } from "effect"
import { iso } from "../../domain/iso.ts"
import type { ListedPortalToken, PortalToken } from "../../domain/PortalAccess.ts"

/** A token on the wire, with its secret: only for the response that issues it. */
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

/** A token in a list, without its secret. */
export const listedTokenView = ({ createdAt, customerId, expiresAt, preview }: ListedPortalToken) => ({
  preview,
  customerId,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt)
})
