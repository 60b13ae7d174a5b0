import type { Member } from "../../domain/Member.ts"
import { type Organization, organizationOf } from "../../domain/Organization.ts"
import type { SignedIn } from "../../domain/Session.ts"
import { accountView } from "./accountView.ts"
import { iso, isoOr } from "./moments.ts"

const organizationView = (organization: Organization) => ({
  id: organization.id,
  name: organization.name,
  accountId: organization.accountId,
  createdAt: iso(organization.createdAt)
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

/** A session with whose it is, on the wire. */
export const sessionView = ({ account, member, session }: SignedIn) => {
  const organization = organizationOf(account)
  return {
    session: {
      id: session.id,
      organizationId: organization.id,
      memberId: session.memberId,
      createdAt: iso(session.createdAt),
      expiresAt: iso(session.expiresAt),
      userAgent: session.userAgent
    },
    account: accountView(account),
    organization: organizationView(organization),
    member: memberView(member)
  }
}
