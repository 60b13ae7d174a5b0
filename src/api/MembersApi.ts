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

/** Bytes of the JSON that clients store for a member. */
const maxPreferences = 16 * 1024

const RoleInput = Schema.Literals([...roles, "member"]).annotate({ description: "`member` is the same as `agent`." })
const brandIds = optional(listOf(Schema.String, 1_000)).annotate({ description: "Of either mode." })

export const OrganizationUpdate = Schema.Struct({ name: oneLine(100) }).annotate({ identifier: "OrganizationUpdate" })
export const Invite = Schema.Struct({
  email: Email,
  role: RoleInput,
  allBrands: optional(Schema.Boolean),
  brandIds
})
  .annotate({
    description:
      "If you omit both `allBrands` and `brandIds`, the member can access all brands. Owners and admins always can."
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
  .annotate({ description: "`brandIds` must contain at least one brand unless `allBrands` is true." })
  .pipe(fitsOneOf({ allBrands: yes }, { brandIds: filled }))
  .annotate({ identifier: "MemberBrandsUpdate" })
export const OwnershipTransfer = Schema.Struct({ newOwnerId: Schema.String }).annotate({
  identifier: "OwnershipTransfer"
})
export const ProfileUpdate = Schema.Struct({
  displayName: clearable(oneLine(50)).annotate({ description: "The name that customers see for the member." }),
  avatarUrl: clearable(Url),
  notifyEmail: optional(Schema.Boolean).annotate({
    description:
      "Whether the member gets email about watched tickets and, for owners and admins, about failing webhooks and domains. Defaults to true."
  }),
  notifyToast: optional(Schema.Boolean).annotate({
    description: "Whether the dashboard shows notifications. Defaults to true."
  }),
  notifyDesktop: optional(Schema.Boolean).annotate({
    description: "Whether the operating system shows notifications. Defaults to false."
  }),
  preferences: optional(jsonObjectOrNull(maxPreferences))
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
    description: "All brands of the account: those in live mode by name, then those in test mode."
  })
}).annotate({ identifier: "MemberBrands" })

export const OrganizationContents = Schema.Struct({
  brandCount: Schema.Int,
  ticketCount: Schema.Int,
  customerCount: Schema.Int,
  memberCount: Schema.Int.annotate({ description: "Includes open invitations." }),
  apiKeyCount: Schema.Int,
  webhookCount: Schema.Int
}).annotate({
  identifier: "OrganizationContents",
  description: "What is deleted along with the organization, in live and test mode together."
})

export const OrganizationDeleted = Schema.Struct({
  ...done,
  restorableUntil: Moment.annotate({ description: "Until when the link in the email to the owners restores it." })
}).annotate({ identifier: "OrganizationDeleted" })

export const Profile = Schema.Struct({
  displayName: Schema.NullOr(Schema.String),
  avatarUrl: Schema.NullOr(Schema.String),
  notifyEmail: Schema.Boolean,
  notifyToast: Schema.Boolean,
  notifyDesktop: Schema.Boolean,
  preferences: Schema.NullOr(AnyObject)
}).annotate({
  identifier: "Profile",
  description: "How you appear, and what you are notified about, in this organization."
})

const write = [DatabaseUnavailable, IdempotencyKeyReused, IdempotencyInProgress]
const path = { memberId: idLike("mem") }
const onlyOwners = "Only owners can do this to owners and admins, and nobody can do it to the last owner."

export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("organization", "/organization", { success: Organization, error: DatabaseUnavailable })
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({ summary: "Get the organization", description: "Returns the session's organization." })
      ),
    HttpApiEndpoint.patch("renameOrganization", "/organization", {
      payload: OrganizationUpdate,
      success: Schema.Struct({ success: Schema.Literal(true), id: idLike("org"), name: Schema.String }),
      error: write
    })
      .annotate(CallersAllowed, permissions.own)
      .annotateMerge(
        OpenApi.annotations({ summary: "Rename the organization", description: "The account gets the same name." })
      ),
    HttpApiEndpoint.delete("deleteOrganization", "/organization", {
      query: {
        confirm: textParameter(
          "The organization's name, which confirms the deletion. Otherwise the response only counts what would be deleted."
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
            "Deletes the account with everything in it: brands, tickets, customers, files, keys and members. All its credentials are refused from then on, on every server within a second, and its addresses, channels and webhooks stop working. An email to the owners contains a link that restores everything for 14 days; after that, everything is removed permanently within 30 days. The session must have signed in within the last 15 minutes; otherwise the response is 403 `forbidden` with `recent_sign_in` in `required`. The current session ends too: a second call returns 401."
        })
      ),
    HttpApiEndpoint.get("list", "/members", {
      query: { brandId: idParameter("Only members who can access this brand.", "brand") },
      success: Schema.Struct({ members: Schema.Array(Member), invites: Schema.Array(Member) }),
      error: [InvalidInput, DatabaseUnavailable]
    })
      .annotate(CallersAllowed, permissions.readMembers)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List members",
          description: "`invites` contains the members who have not accepted their invitation yet."
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
            "Emails a link that accepts the invitation and signs in. It works once, within 7 days. Only owners can invite owners and admins. An address can get 5 invitations per hour, and an organization can have 2,000 members."
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
          summary: "Resend an invitation",
          description: "The new link replaces the previous one and is valid for 7 days."
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
          description:
            "Accepts an invitation to the caller's address, from any organization. The member keeps the id of the invitation."
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
          description: `Ends the member's sessions immediately and unassigns the tickets assigned to them. Also withdraws an invitation. ${onlyOwners}`
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
          description: "Also lists all brands that the member could be given."
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
          summary: "Set the brands of a member",
          description:
            "Owners and admins can access all brands. Tickets assigned to an agent who can no longer see them become unassigned."
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
          summary: "Transfer ownership",
          description: "Makes another active member an owner and the caller an admin."
        })
      ),
    HttpApiEndpoint.get("profile", "/profile", { success: Profile, error: DatabaseUnavailable })
      .annotate(CallersAllowed, permissions.ownSession)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get your profile",
          description: "A member of several organizations has a profile in each."
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
          summary: "Change your profile",
          description:
            "Omitted members keep their values; null clears optional members; `preferences` is replaced as a whole."
        })
      )
  )
  .middleware(Access)
  .prefix("/v1/auth")
  .annotateMerge(
    OpenApi.annotations({ title: "members", description: "The team: its organization, members and invitations." })
  ) {}
