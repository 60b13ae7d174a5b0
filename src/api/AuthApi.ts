import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { roles } from "../domain/Member.ts"
import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidToken,
  NotFound,
  RateLimited,
  TokenExpired
} from "../domain/Problems.ts"
import { Access, CallersAllowed, NetworkLimits, OpenAccess } from "./Access.ts"
import { Account } from "./AccountsApi.ts"
import { linkToken, MemberEmail, oneLine, optional } from "./Fields.ts"
import { permissions } from "./permissions.ts"
import { AnyObject, growing, idLike, Moment, Success, some } from "./Shapes.ts"

export const Session = Schema.Struct({
  id: idLike("ses"),
  organizationId: idLike("org"),
  memberId: idLike("mem"),
  createdAt: Moment,
  expiresAt: Moment,
  userAgent: some(Schema.String)
}).annotate({ identifier: "Session", description: "A member who is signed in to one organization." })

export const Organization = Schema.Struct({
  id: idLike("org"),
  name: Schema.String,
  accountId: idLike("acct"),
  createdAt: Moment
}).annotate({ identifier: "Organization", description: "The team of an account." })

export const Member = Schema.Struct({
  id: idLike("mem"),
  email: Schema.String,
  firstName: some(Schema.String),
  lastName: some(Schema.String),
  displayName: some(Schema.String),
  avatarUrl: some(Schema.String),
  role: Schema.Literals(roles),
  status: growing(["active", "pending"]),
  brandAssignment: Schema.Struct({ allBrands: Schema.Boolean, brandIds: Schema.Array(Schema.String) }),
  sentAt: some(Moment),
  lastActiveAt: some(Moment),
  createdAt: Moment
}).annotate({ identifier: "Member" })

const organizationId = optional(oneLine(40)).annotate({
  description: "The organization to sign in to; when left out, the one that was used last."
})

export const MagicLinkRequest = Schema.Struct({ email: MemberEmail, organizationId }).annotate({
  identifier: "MagicLinkRequest"
})
export const Verification = Schema.Struct({
  token: linkToken,
  organizationId
}).annotate({ identifier: "Verification" })

export const Restoration = Schema.Struct({
  token: linkToken
}).annotate({ identifier: "Restoration" })

export const OrganizationChoice = Schema.Struct({ organizationId: Schema.String }).annotate({
  identifier: "OrganizationChoice"
})

const EndedSessions = Schema.Struct({
  success: Schema.Literal(true),
  ended: Schema.Int.annotate({ description: "Sessions that were still good." })
}).annotate({ identifier: "EndedSessions" })

const who = { session: Session, account: Account, organization: Organization, member: Member }
const SignedIn = Schema.Struct({ success: Schema.Literal(true), ...who, sessionToken: Schema.String }).annotate({
  identifier: "SignedIn"
})

/** Why who is signed in may hear no answer. */
const refused = [TokenExpired, DatabaseUnavailable]

export class AuthApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("magicLink", "/magic-link", {
      payload: MagicLinkRequest,
      success: Success,
      error: [RateLimited, DatabaseUnavailable]
    })
      .middleware(OpenAccess)
      .annotate(CallersAllowed, permissions.anyone)
      .annotate(NetworkLimits, ["anonymous", "magicLink"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Ask for a magic link",
          description:
            "Mails a link that signs in once, within 15 minutes. One address gets one link a minute and five an hour. The answer is the same when nobody has the address, and when nothing is sent because it got one already."
        })
      ),
    HttpApiEndpoint.post("verify", "/verify", {
      payload: Verification,
      success: SignedIn,
      error: [InvalidToken, RateLimited, DatabaseUnavailable]
    })
      .middleware(OpenAccess)
      .annotate(CallersAllowed, permissions.anyone)
      .annotate(NetworkLimits, ["anonymous", "verify"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Exchange a magic link for a session",
          description:
            "Uses the link up and sets the session cookie. `sessionToken` is good as a bearer token too. The link of an invitation accepts it. Where the operator has opened sign-up, an address that nobody has gets an account of its own."
        })
      ),
    HttpApiEndpoint.post("restoreOrganization", "/restore-organization", {
      payload: Restoration,
      success: Schema.Struct({ success: Schema.Literal(true), message: Schema.String, organization: Organization }),
      error: [InvalidToken, RateLimited, DatabaseUnavailable]
    })
      .middleware(OpenAccess)
      .annotate(CallersAllowed, permissions.anyone)
      .annotate(NetworkLimits, ["anonymous", "verify"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Bring a deleted organization back",
          description:
            "By the link in the mail to its owners, once, within 14 days of its deletion. Brands, keys, channels and webhooks are what they were; its members sign in anew, and its customers open their portals anew."
        })
      ),
    HttpApiEndpoint.get("session", "/session", {
      success: Schema.Struct({
        valid: Schema.Literal(true),
        ...who,
        preferences: Schema.NullOr(AnyObject).annotate({ description: "Those of the member's profile." }),
        eventCursor: Schema.String.annotate({
          description:
            "As `after` of a stream of events in the same mode: it begins with what may not be in anything that is read from now on.",
          examples: ["UGxhY2Ugb2YgYW4gZXZlbnQgaW4gdGhlIGZlZWQ"]
        })
      }),
      error: refused
    })
      .middleware(Access)
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get the current session",
          description: "Whose it is and until when: what a page asks first. Without a session that is still good: 401."
        })
      ),
    HttpApiEndpoint.post("logout", "/logout", { success: Success, error: refused })
      .middleware(Access)
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(OpenApi.annotations({ summary: "Sign out", description: "Ends the session and its cookie." })),
    HttpApiEndpoint.delete("endSessions", "/sessions", {
      success: EndedSessions,
      error: refused
    })
      .middleware(Access)
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Sign out everywhere",
          description:
            "Ends all sessions of the caller's address, in every organization of theirs, and the one that asks. From the next request on they are refused, on every server; streams end within a second. Asked again, it answers 401."
        })
      ),
    HttpApiEndpoint.delete("endOrganizationSessions", "/organization/sessions", {
      success: EndedSessions,
      error: refused
    })
      .middleware(Access)
      .annotate(CallersAllowed, permissions.own)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Sign everybody out of the organization",
          description:
            "Ends the sessions of all its members, and the one that asks: whoever should be in signs in again by a link to their address. API keys and portal tokens stay. Refused at once, as by signing out everywhere."
        })
      ),
    HttpApiEndpoint.get("organizations", "/organizations", {
      success: Schema.Array(Schema.Struct({ id: idLike("org"), name: Schema.String, role: Schema.Literals(roles) })),
      error: refused
    })
      .middleware(Access)
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List one's own organizations",
          description: "Those that the caller's address is a member of, by name."
        })
      ),
    HttpApiEndpoint.post("switchOrganization", "/switch-organization", {
      payload: OrganizationChoice,
      success: SignedIn,
      error: [TokenExpired, NotFound, DatabaseUnavailable, IdempotencyKeyReused, IdempotencyInProgress]
    })
      .middleware(Access)
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Switch to another organization",
          description:
            "Ends the session and opens one in the organization, with a token and a cookie of its own. It counts as the same sign-in: it is no younger, and ends when the former would have."
        })
      )
  )
  .prefix("/v1/auth")
  .annotateMerge(OpenApi.annotations({ title: "auth", description: "How members of the team sign in and out." })) {}
