import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { roles } from "../domain/Member.ts"
import {
  AlreadyExists,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  LastOwner,
  LimitReached,
  NotFound,
  RateLimited,
  TokenExpired
} from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { Member, Organization } from "./AuthApi.ts"
import { clearable, Email, jsonObjectOrNull, listOf, oneLine, optional, Url } from "./Fields.ts"
import { filled, fitsOneOf, is, noneEmpty, notNo, yes } from "./fitsOneOf.ts"
import { idParameter, textParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { AnyObject, idLike, Moment } from "./Shapes.ts"

/** Bytes of what clients keep for a member, as JSON. */
const maxPreferences = 16 * 1024

const RoleInput = Schema.Literals([...roles, "member"]).annotate({ description: "`member` means `agent`." })
const brandIds = optional(listOf(Schema.String, 1_000)).annotate({ description: "Of either mode." })

export const OrganizationUpdate = Schema.Struct({ name: oneLine(100) }).annotate({ identifier: "OrganizationUpdate" })
export const Invite = Schema.Struct({
  email: Email,
  role: RoleInput,
  allBrands: optional(Schema.Boolean),
  brandIds
})
  .annotate({
    description: "Neither `allBrands` nor `brandIds` means all brands, which owners and admins always have."
  })
  .pipe(
    fitsOneOf(
      { role: is("owner", "admin") },
      { allBrands: notNo, brandIds: noneEmpty },
      { allBrands: yes },
      { brandIds: filled }
    )
  )
  .annotate({ identifier: "Invite" })
export const InviteAcceptance = Schema.Struct({ inviteId: Schema.String }).annotate({ identifier: "InviteAcceptance" })
export const MemberUpdate = Schema.Struct({
  role: optional(RoleInput),
  firstName: clearable(oneLine(200)),
  lastName: clearable(oneLine(200))
}).annotate({ identifier: "MemberUpdate" })
export const MemberBrandsUpdate = Schema.Struct({ allBrands: Schema.Boolean, brandIds })
  .annotate({ description: "`brandIds` names at least one brand unless `allBrands` is true." })
  .pipe(fitsOneOf({ allBrands: yes }, { brandIds: filled }))
  .annotate({ identifier: "MemberBrandsUpdate" })
export const OwnershipTransfer = Schema.Struct({ newOwnerId: Schema.String }).annotate({
  identifier: "OwnershipTransfer"
})
export const ProfileUpdate = Schema.Struct({
  displayName: clearable(oneLine(50)).annotate({ description: "The name under which customers read the member." }),
  avatarUrl: clearable(Url),
  notifyEmail: optional(Schema.Boolean).annotate({
    description:
      "Mail about watched tickets and, for owners and admins, about webhooks and domains that fail; true to begin with."
  }),
  notifyToast: optional(Schema.Boolean).annotate({
    description: "Notices inside the dashboard; true to begin with."
  }),
  notifyDesktop: optional(Schema.Boolean).annotate({
    description: "Notices of the operating system; false to begin with."
  }),
  preferences: optional(jsonObjectOrNull(maxPreferences)).annotate({
    description:
      "What clients keep for the member, such as the keys of the dashboard; replaced as a whole, null is none. A client keeps what it does not know."
  })
}).annotate({ identifier: "ProfileUpdate" })

const done = { success: Schema.Literal(true), message: Schema.String }
const Done = Schema.Struct(done).annotate({ identifier: "Done" })
const DoneToMember = Schema.Struct({ ...done, member: Member }).annotate({ identifier: "DoneToMember" })

export const MemberBrands = Schema.Struct({
  memberId: idLike("mem"),
  allBrands: Schema.Boolean,
  brandIds: Schema.Array(Schema.String),
  availableBrands: Schema.Array(
    Schema.Struct({ id: idLike("br"), name: Schema.String, livemode: Schema.Boolean })
  ).annotate({
    description: "All brands of the account: those of live mode by name, then those of test mode."
  })
}).annotate({ identifier: "MemberBrands" })

export const OrganizationContents = Schema.Struct({
  brandCount: Schema.Int,
  ticketCount: Schema.Int,
  customerCount: Schema.Int,
  memberCount: Schema.Int.annotate({ description: "Open invitations included." }),
  apiKeyCount: Schema.Int,
  webhookCount: Schema.Int
}).annotate({
  identifier: "OrganizationContents",
  description: "What deleting the organization would take with it, of live and test mode together."
})

export const OrganizationDeleted = Schema.Struct({
  ...done,
  restorableUntil: Moment.annotate({ description: "Until then the link in the mail to the owners brings it back." })
}).annotate({ identifier: "OrganizationDeleted" })

export const Profile = Schema.Struct({
  displayName: Schema.NullOr(Schema.String),
  avatarUrl: Schema.NullOr(Schema.String),
  notifyEmail: Schema.Boolean,
  notifyToast: Schema.Boolean,
  notifyDesktop: Schema.Boolean,
  preferences: Schema.NullOr(AnyObject)
}).annotate({ identifier: "Profile", description: "How the caller is shown, and told of news, in this organization." })

const write = [DatabaseUnavailable, IdempotencyKeyReused, IdempotencyInProgress]
const path = { memberId: idLike("mem") }
const onlyOwners = "Only owners do it to owners and admins, and nobody to the last owner."

export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("organization", "/organization", { success: Organization, error: DatabaseUnavailable })
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(OpenApi.annotations({ summary: "Get the organization", description: "That of the session." })),
    HttpApiEndpoint.patch("renameOrganization", "/organization", {
      payload: OrganizationUpdate,
      success: Schema.Struct({ success: Schema.Literal(true), id: idLike("org"), name: Schema.String }),
      error: write
    })
      .annotate(CallersAllowed, permissions.own)
      .annotateMerge(
        OpenApi.annotations({ summary: "Rename the organization", description: "The account has the same name." })
      ),
    HttpApiEndpoint.delete("deleteOrganization", "/organization", {
      query: {
        confirm: textParameter(
          "The organization's name, which deletes it; without it, only what would be deleted is counted."
        )
      },
      success: [OrganizationDeleted, OrganizationContents],
      error: [InvalidInput, Forbidden, TokenExpired, DatabaseUnavailable]
    })
      .annotate(CallersAllowed, permissions.own)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete the organization",
          description:
            "With its account, and everything in it: brands, tickets, customers, files, keys, members. All its credentials are refused from then on, on every server within a second; its addresses, channels and webhooks are off. A mail to its owners holds a link that brings everything back for 14 days; after them it is removed for good, which is done within 30 days. The session must be of a sign-in within the last 15 minutes; else 403 `forbidden`, with `recent_sign_in` in `required`. The session that asks ends as well: asked again, it answers 401."
        })
      ),
    HttpApiEndpoint.get("list", "/members", {
      query: { brandId: idParameter("Keeps the members who can see this brand.", "brand") },
      success: Schema.Struct({ members: Schema.Array(Member), invites: Schema.Array(Member) }),
      error: [InvalidInput, DatabaseUnavailable]
    })
      .annotate(CallersAllowed, permissions.readMembers)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List members",
          description: "`invites` are the members who have not accepted yet."
        })
      ),
    HttpApiEndpoint.post("invite", "/members/invite", {
      payload: Invite,
      success: DoneToMember.pipe(HttpApiSchema.status(201)),
      error: [...write, Forbidden, InvalidInput, AlreadyExists, LimitReached, RateLimited]
    })
      .annotate(CallersAllowed, permissions.manageMembers)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Invite a member",
          description:
            "Mails a link that accepts the invitation and signs in, once, within 7 days. Only owners invite owners and admins. One address gets at most 5 invitations an hour, and an organization has at most 2,000 members."
        })
      ),
    HttpApiEndpoint.post("resendInvite", "/members/:memberId/resend-invite", {
      params: path,
      success: Done,
      error: [...write, NotFound, InvalidState, RateLimited]
    })
      .annotate(CallersAllowed, permissions.manageMembers)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send an invitation again",
          description: "Its link takes the place of the older one, and the 7 days begin anew."
        })
      ),
    HttpApiEndpoint.post("acceptInvite", "/accept-invite", {
      payload: InviteAcceptance,
      success: Schema.Struct({ ...done, organizationId: idLike("org") }),
      error: [...write, NotFound]
    })
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Accept an invitation",
          description: "One to the caller's address, from any organization. The member keeps the id of the invitation."
        })
      ),
    HttpApiEndpoint.patch("update", "/members/:memberId", {
      params: path,
      payload: MemberUpdate,
      success: DoneToMember,
      error: [...write, NotFound, Forbidden, LastOwner]
    })
      .annotate(CallersAllowed, permissions.manageMembers)
      .annotateMerge(OpenApi.annotations({ summary: "Change a member", description: onlyOwners })),
    HttpApiEndpoint.delete("remove", "/members/:memberId", {
      params: path,
      success: Done,
      error: [...write, NotFound, Forbidden, LastOwner]
    })
      .annotate(CallersAllowed, permissions.manageMembers)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove a member",
          description: `Ends the member's sessions at once and takes the tickets that were assigned to them from them. Also withdraws an invitation. ${onlyOwners}`
        })
      ),
    HttpApiEndpoint.get("brands", "/members/:memberId/brands", {
      params: path,
      success: MemberBrands,
      error: [NotFound, DatabaseUnavailable]
    })
      .annotate(CallersAllowed, permissions.manageMembers)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get the brands of a member",
          description: "And all brands that could be theirs."
        })
      ),
    HttpApiEndpoint.put("setBrands", "/members/:memberId/brands", {
      params: path,
      payload: MemberBrandsUpdate,
      success: MemberBrands,
      error: [...write, NotFound, InvalidInput]
    })
      .annotate(CallersAllowed, permissions.manageMembers)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Choose the brands of a member",
          description: "Owners and admins see all brands. Tickets that an agent no longer sees are assigned to nobody."
        })
      ),
    HttpApiEndpoint.post("transferOwnership", "/transfer-ownership", {
      payload: OwnershipTransfer,
      success: Done,
      error: [...write, NotFound, Forbidden, InvalidInput]
    })
      .annotate(CallersAllowed, permissions.own)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Transfer the ownership",
          description: "Makes another active member an owner, and the caller an admin."
        })
      ),
    HttpApiEndpoint.get("profile", "/profile", { success: Profile, error: DatabaseUnavailable })
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get one's own profile",
          description: "A member of several organizations has one in each."
        })
      ),
    HttpApiEndpoint.patch("updateProfile", "/profile", {
      payload: ProfileUpdate,
      success: Profile,
      error: [...write, NotFound]
    })
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change one's own profile",
          description:
            "Members left out stay as they are; null clears optional ones, and `preferences` are replaced as a whole."
        })
      )
  )
  .middleware(Access)
  .prefix("/v1/auth")
  .annotateMerge(
    OpenApi.annotations({ title: "members", description: "The team: its organization, members and invitations." })
  ) {}
