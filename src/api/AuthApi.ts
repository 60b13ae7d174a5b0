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
}).annotate({ identifier: "Session", description: "A member's session in one organization." })

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
  description: "The organization to sign in to. Defaults to the one used last."
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
  ended: Schema.Int.annotate({ description: "Number of sessions that were still valid." })
}).annotate({ identifier: "EndedSessions" })

const who = { session: Session, account: Account, organization: Organization, member: Member }
const SignedIn = Schema.Struct({ success: Schema.Literal(true), ...who, sessionToken: Schema.String }).annotate({
  identifier: "SignedIn"
})

/** Errors that a signed-in caller can get instead of a response. */
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
          summary: "Request a magic link",
          description:
            "Emails a link that signs in once, within 15 minutes. Each address can get one link per minute and five per hour. The response is the same if no member has the address, and if no email is sent because a link was sent recently."
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
            "Uses up the link and sets the session cookie. You can also use `sessionToken` as a bearer token. The link from an invitation accepts the invitation. If the operator has opened sign-up, an unknown address gets a new account."
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
          summary: "Restore a deleted organization",
          description:
            "Takes the link from the email to the owners. It works once, within 14 days of the deletion. Brands, keys, channels and webhooks are restored as they were. Members must sign in again, and customers must open their portals again."
        })
      ),
    HttpApiEndpoint.get("session", "/session", {
      success: Schema.Struct({
        valid: Schema.Literal(true),
        ...who,
        preferences: Schema.NullOr(AnyObject).annotate({ description: "The preferences in the member's profile." }),
        eventCursor: Schema.String.annotate({
          description:
            "Pass it as `after` to an event stream in the same mode. The stream then starts with the first event that data you read from now on might not include.",
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
          description:
            "Returns who is signed in and until when: the first thing a page asks. Without a valid session, the response is 401."
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
            "Ends all sessions of the caller's address in all its organizations, including the current session. Every server refuses them from the next request on; streams end within a second. A second call returns 401."
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
          summary: "Sign everyone out of the organization",
          description:
            "Ends the sessions of all members, including the current session. Members sign in again with a link sent to their address. API keys and portal tokens stay valid. Takes effect as fast as signing out everywhere."
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
          summary: "List your organizations",
          description: "The organizations that the caller's address is a member of, sorted by name."
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
            "Ends the current session and starts one in the other organization, with a new token and cookie. It counts as the same sign-in: its age is unchanged, and it ends when the old session would have ended."
        })
      )
  )
  .prefix("/v1/auth")
  .annotateMerge(OpenApi.annotations({ title: "auth", description: "How team members sign in and out." })) {}
