import type { Membership } from "../../accounts/MemberStore.ts"
import type { MemberBrands } from "../../accounts/Members.ts"
import { iso } from "../../domain/iso.ts"
import type { Member } from "../../domain/Member.ts"
import { type Organization, organizationIdOf } from "../../domain/Organization.ts"
import { isoOr } from "./moments.ts"

/** An organization on the wire. */
export const organizationView = (organization: Organization) => ({
  id: organization.id,
  name: organization.name,
  accountId: organization.accountId,
  createdAt: iso(organization.createdAt)
})

/** An organization in the list of somebody's memberships, on the wire. */
export const membershipView = ({ account, member }: Membership) => ({
  id: organizationIdOf(account.id),
  name: account.name,
  role: member.role
})

/** A member on the wire. */
export const memberView = (member: Member) => ({
  id: member.id,
  email: member.email,
  firstName: member.firstName,
  lastName: member.lastName,
  displayName: member.displayName,
  avatarUrl: member.avatarUrl,
  role: member.role,
  status: member.status,
  brandAssignment: { allBrands: member.allBrands, brandIds: member.brandIds },
  sentAt: isoOr(member.sentAt),
  lastActiveAt: isoOr(member.lastActiveAt),
  createdAt: iso(member.createdAt)
})

/** The brands that a member sees, and those that they could see. */
export const memberBrandsView = ({ available, member }: MemberBrands) => ({
  memberId: member.id,
  allBrands: member.allBrands,
  brandIds: member.brandIds,
  availableBrands: available.map(({ id, mode, name }) => ({ id, name, livemode: mode === "live" }))
})

/** A member's own preferences, on the wire. */
export const profileView = (member: Member) => ({
  displayName: member.displayName ?? null,
  avatarUrl: member.avatarUrl ?? null,
  notifyEmail: member.notifyEmail,
  notifyToast: member.notifyToast,
  notifyDesktop: member.notifyDesktop,
  preferences: member.preferences ?? null
})
