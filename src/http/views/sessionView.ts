import { iso } from "../../domain/iso.ts"
import { organizationOf } from "../../domain/Organization.ts"
import type { SignedIn } from "../../domain/Session.ts"
import { accountView } from "./accountView.ts"
import { memberView, organizationView } from "./memberView.ts"

/** A session and its member, on the wire. */
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
