import { Duration, Effect, Fiber } from "effect"
import { AccountDeletions } from "../accounts/AccountDeletions.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { Invites } from "../accounts/Invites.ts"
import { Members } from "../accounts/Members.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { Account } from "../domain/Account.ts"
import { addressOf } from "../domain/emailAddress.ts"
import type { AccountId, MemberId } from "../domain/Ids.ts"
import type { Member } from "../domain/Member.ts"
import { organizationIdOf, organizationOf } from "../domain/Organization.ts"
import { CurrentPrincipal } from "../domain/Principal.ts"
import { noRelay } from "../tickets/outbound/mail/mayNotSend.ts"
import { Tickets } from "../tickets/Tickets.ts"
import { charge } from "./charge.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { QueryReader } from "./QueryReader.ts"
import { RateLimits } from "./RateLimits.ts"
import { currentRecord } from "./RequestRecord.ts"
import { recentSignIn } from "./recentSignIn.ts"
import { answerOf, ok, receiptOf, replyOnce } from "./replies.ts"
import { withoutSessionCookie } from "./sessionCookie.ts"
import { signedIn, teamCommand } from "./teamCommand.ts"
import { lineOf } from "./ticketInput.ts"
import { memberBrandsView, memberView, organizationView, profileView } from "./views/memberView.ts"
import { organizationDeletedView } from "./views/organizationView.ts"

/**
 * How long a request that removes a member, or takes brands from one, waits for their tickets to be unassigned; that
 * continues afterwards.
 */
const patience = Duration.seconds(5)

const done = (message: string) => () => answerOf(200, { success: true, message })
const changed = (member: Member) =>
  answerOf(200, { success: true, message: "Member changed.", member: memberView(member) })
const removed = done("Member removed.")
const transferred = done("Ownership transferred.")
const renamed = (account: Account) => {
  const { id, name } = organizationOf(account)
  return answerOf(200, { success: true, id, name })
}
const accepted = (accountId: AccountId) =>
  answerOf(200, { success: true, organizationId: organizationIdOf(accountId), message: "Invitation accepted." })
const brandsShown = (value: Parameters<typeof memberBrandsView>[0]) => answerOf(200, memberBrandsView(value))
const profileShown = (member: Member) => answerOf(200, profileView(member))

/** Implements the `members` group. */
export const MembersHandlers = handlersOf(
  Api,
  "members",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const deletions = yield* AccountDeletions
    const invites = yield* Invites
    const members = yield* Members
    const tickets = yield* Tickets
    const limits = yield* RateLimits
    const { hasMailRelay, publicUrl } = yield* HttpSettings
    const scope = yield* Effect.scope

    /** Limits invitations per address, whoever sends them. */
    const chargeInvite = (email: string) =>
      Effect.withFiber((fiber) => charge(currentRecord(fiber), limits.inviteAddress, email))

    /** If this fails or the process dies, the ticket sweeper does the rest. */
    const unassign = Effect.fnUntraced(function* (accountId: AccountId, memberId: MemberId) {
      const unassigning = yield* tickets.unassignMember(accountId, memberId).pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning("Tickets are still assigned to a member who no longer sees them", cause)
        ),
        Effect.forkIn(scope)
      )
      yield* Effect.timeoutOption(Fiber.await(unassigning), patience)
    })

    const told = ({ email }: Member, sent: string) =>
      hasMailRelay ? sent : `${noRelay}, so the link for ${email} was not sent. It is on the server's console.`
    const invited = (member: Member) =>
      answerOf(201, {
        success: true,
        message: told(member, `Invitation sent to ${member.email}.`),
        member: memberView(member)
      })
    const resent = (member: Member) =>
      answerOf(200, { success: true, message: told(member, `Invitation sent to ${member.email} again.`) })

    return handlers.handleAll({
      organization: () => Effect.map(signedIn, ({ account }) => ok(organizationView(organizationOf(account)))),

      renameOrganization: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        const { tenant } = yield* CurrentPrincipal
        return replyOnce(renamed)(
          yield* accounts.rename(tenant, command.causation, payload.name.trim(), receiptOf(command, renamed))
        )
      }),

      deleteOrganization: Effect.fnUntraced(function* ({ query }) {
        const team = yield* teamCommand
        const reader = new QueryReader(query)
        const confirmation = yield* Effect.fromResult(reader.result(reader.words("confirm")))
        if (confirmation === undefined) return ok(yield* deletions.contents(team.signedIn))
        yield* recentSignIn
        const until = yield* deletions.delete(team, confirmation)
        return withoutSessionCookie(ok(organizationDeletedView(until)), publicUrl)
      }),

      list: Effect.fnUntraced(function* ({ query }) {
        const reader = new QueryReader(query)
        const brandId = yield* Effect.fromResult(reader.result(reader.oneId("brandId", "brand")))
        const everybody = yield* members.list(yield* CurrentPrincipal, brandId)
        const having = (status: Member["status"]) =>
          everybody.filter((member) => member.status === status).map(memberView)
        return ok({ members: having("active"), invites: having("pending") })
      }),

      invite: Effect.fnUntraced(function* ({ payload: { allBrands, brandIds, email, role } }) {
        const command = yield* CurrentCommand
        const to = addressOf(email)
        yield* chargeInvite(to)
        const input = { email: to, role: roleOf(role), allBrands, brandIds }
        return replyOnce(invited)(yield* invites.invite(yield* teamCommand, input, receiptOf(command, invited)))
      }),

      resendInvite: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const team = yield* teamCommand
        yield* chargeInvite(yield* invites.addressOf(team, params.memberId))
        return replyOnce(resent)(yield* invites.resend(team, params.memberId, receiptOf(command, resent)))
      }),

      acceptInvite: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        return replyOnce(accepted)(
          yield* invites.accept(yield* teamCommand, payload.inviteId, receiptOf(command, accepted))
        )
      }),

      update: Effect.fnUntraced(function* ({ params, payload: { firstName, lastName, role } }) {
        const command = yield* CurrentCommand
        const change = {
          role: role === undefined ? undefined : roleOf(role),
          firstName: lineChange(firstName),
          lastName: lineChange(lastName)
        }
        return replyOnce(changed)(
          yield* members.change(yield* teamCommand, params.memberId, change, receiptOf(command, changed))
        )
      }),

      remove: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const team = yield* teamCommand
        const once = yield* members.remove(team, params.memberId, receiptOf(command, removed))
        if (!once.replayed) yield* unassign(team.signedIn.account.id, once.value)
        return replyOnce(removed)(once)
      }),

      brands: Effect.fnUntraced(function* ({ params }) {
        return ok(memberBrandsView(yield* members.brandsOf(yield* signedIn, params.memberId)))
      }),

      setBrands: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const team = yield* teamCommand
        const once = yield* members.setBrands(team, params.memberId, payload, receiptOf(command, brandsShown))
        if (!once.replayed) yield* unassign(team.signedIn.account.id, once.value.member.id)
        return replyOnce(brandsShown)(once)
      }),

      transferOwnership: Effect.fnUntraced(function* ({ payload }) {
        const command = yield* CurrentCommand
        return replyOnce(transferred)(
          yield* members.transferOwnership(yield* teamCommand, payload.newOwnerId, receiptOf(command, transferred))
        )
      }),

      profile: () => Effect.map(signedIn, ({ member }) => ok(profileView(member))),

      updateProfile: Effect.fnUntraced(function* ({ payload: { avatarUrl, displayName, ...rest } }) {
        const command = yield* CurrentCommand
        const change = { ...rest, avatarUrl: lineChange(avatarUrl), displayName: lineChange(displayName) }
        return replyOnce(profileShown)(
          yield* members.changeProfile(yield* teamCommand, change, receiptOf(command, profileShown))
        )
      })
    })
  })
)

/** Some programs call an agent `member`. */
const roleOf = (role: Member["role"] | "member"): Member["role"] => (role === "member" ? "agent" : role)

/** A changed line, without the space around it; a blank one is refused earlier, and null clears. */
const lineChange = (text: string | null | undefined) => (text == null ? text : lineOf(text))
