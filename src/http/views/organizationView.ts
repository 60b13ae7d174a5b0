import type { DateTime } from "effect"
import { iso } from "../../domain/iso.ts"
import type { Organization } from "../../domain/Organization.ts"
import { organizationView } from "./memberView.ts"

/** The response to deleting an organization. */
export const organizationDeletedView = (until: DateTime.Utc) => ({
  success: true,
  message: "Organization deleted. Its owners were mailed a link that brings it back.",
  restorableUntil: iso(until)
})

/** The response to restoring an organization. */
export const organizationRestoredView = (organization: Organization) => ({
  success: true,
  message: "Organization restored. Its members can sign in again.",
  organization: organizationView(organization)
})
