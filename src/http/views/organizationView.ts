import type { DateTime } from "effect"
import { iso } from "../../domain/iso.ts"
import type { Organization } from "../../domain/Organization.ts"
import { organizationView } from "./memberView.ts"

/** What follows the deletion of an organization, on the wire. */
export const organizationDeletedView = (until: DateTime.Utc) => ({
  success: true,
  message: "Organization deleted. Its owners were mailed a link that brings it back.",
  restorableUntil: iso(until)
})

/** An organization that is back, on the wire. */
export const organizationRestoredView = (organization: Organization) => ({
  success: true,
  message: "Organization restored. Its members can sign in again.",
  organization: organizationView(organization)
})
