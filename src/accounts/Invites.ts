import { Context, DateTime, Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { type AccountId, parseId } from "../domain/Ids.ts"
import { type Member, nameOf, type Role } from "../domain/Member.ts"
import {
  type AlreadyExists,
  type Forbidden,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  InvalidState,
  LimitReached,
  NotFound
} from "../domain/Problems.ts"
import { mayAppoint } from "../domain/Team.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { BrandStore } from "./BrandStore.ts"
import { type BrandReachInput, brandReach, everyBrand, newReach } from "./brandReach.ts"
import { inviteMail } from "./inviteMail.ts"
import { hashSecret } from "./KeySecret.ts"
import { callbackPath, type MagicLinksOptions } from "./MagicLinks.ts"
import { type InviteLink, MemberStore } from "./MemberStore.ts"
import type { TeamCommand } from "./TeamCommand.ts"
import { makeToken } from "./Token.ts"

/** Most members of an account, including invited ones. It is limited because their list has no pages. */
export const mostMembers = 2_000

/** How long an invitation can be accepted after its last mail. */
export const inviteLifetime = Duration.days(7)

export interface InviteInput extends BrandReachInput {
  /** Lower case. */
  readonly email: string
  readonly role: Role
}

type WriteProblem = IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/**
 * Invitations to a team. An invitation is a pending member. They become active through the link in its mail, which also
 * signs them in, or from a session of the same address in another organization. Either way, the member keeps its id.
 */
export class Invites extends Context.Service<
  Invites,
  {
    invite(
      command: TeamCommand,
      input: InviteInput,
      receipt?: ReceiptRequest<Member>
    ): Effect.Effect<Once<Member>, Forbidden | InvalidInput | AlreadyExists | LimitReached | WriteProblem>

    /** The address that a pending member's mail goes to. */
    addressOf(command: TeamCommand, id: string): Effect.Effect<string, NotFound | DatabaseUnavailable>

    /** Mails a pending member a new link, which replaces the previous one. */
    resend(
      command: TeamCommand,
      id: string,
      receipt?: ReceiptRequest<Member>
    ): Effect.Effect<Once<Member>, NotFound | InvalidState | WriteProblem>

    /** Accepts an invitation to the caller's address, and returns the account that they now belong to. */
    accept(
      command: TeamCommand,
      inviteId: string,
      receipt?: ReceiptRequest<AccountId>
    ): Effect.Effect<Once<AccountId>, NotFound | WriteProblem>
  }
>()("trunkline/accounts/Invites") {
  static readonly layer = ({ mailDomain, publicUrl }: MagicLinksOptions) =>
    Layer.effect(
      Invites,
      Effect.gen(function* () {
        const ids = yield* IdGenerator
        const store = yield* MemberStore
        const brands = yield* BrandStore
        const receipts = yield* Receipts

        const makeLink = ({ signedIn }: TeamCommand, to: string): InviteLink => {
          const token = Redacted.value(makeToken("ml"))
          const mail = inviteMail({
            id: ids.next("message"),
            to,
            inviter: nameOf(signedIn.member),
            organization: signedIn.account.name,
            link: `${publicUrl}${callbackPath}?token=${token}`,
            lifetime: inviteLifetime,
            publicUrl,
            domain: mailDomain
          })
          return { hash: hashSecret(token), lifetime: inviteLifetime, mail }
        }

        const invite = Effect.fn("Invites.invite")(function* (
          command: TeamCommand,
          { email, role, ...reach }: InviteInput,
          receipt?: ReceiptRequest<Member>
        ) {
          const { member, tenants } = command.signedIn
          yield* Effect.fromResult(mayAppoint(member.role, role))
          return yield* receipts.once(
            command.tenant,
            receipt,
            Effect.gen(function* () {
              if ((yield* store.count(tenants.live)) >= mostMembers) {
                return yield* new LimitReached({
                  limit: mostMembers,
                  what: "members in an organization, including invited ones"
                })
              }
              const existing = (wanted: Parameters<typeof brands.existing>[1]) =>
                Effect.map(
                  Effect.forEach([tenants.live, tenants.test], (tenant) => brands.existing(tenant, wanted)),
                  (known) => known.flat()
                )
              const invited: Member = {
                id: ids.next("member"),
                accountId: command.tenant.accountId,
                email,
                role,
                status: "pending",
                ...(role === "agent" ? yield* brandReach(newReach(reach), existing, "account") : everyBrand),
                notifyEmail: true,
                notifyToast: true,
                notifyDesktop: false,
                createdAt: yield* DateTime.now
              }
              return yield* store.invite(tenants.live, command.causation, invited, makeLink(command, email))
            })
          )
        })

        const addressOf = Effect.fn("Invites.addressOf")(function* ({ signedIn }: TeamCommand, id: string) {
          const found = yield* store.find(signedIn.tenants.live, yield* inviteIdOf(id))
          return Option.isSome(found) ? found.value.email : yield* unknown
        })

        const resend = Effect.fn("Invites.resend")(
          (command: TeamCommand, id: string, receipt?: ReceiptRequest<Member>) =>
            receipts.once(
              command.tenant,
              receipt,
              Effect.gen(function* () {
                const memberId = yield* inviteIdOf(id)
                const sent = yield* store.resend(
                  command.signedIn.tenants.live,
                  command.causation,
                  memberId,
                  (member) =>
                    member.status === "pending"
                      ? Result.succeed(makeLink(command, member.email))
                      : Result.fail(
                          new InvalidState({ state: "active", reason: "This member has accepted the invitation." })
                        )
                )
                return Option.isSome(sent) ? sent.value : yield* unknown
              })
            )
        )

        const accept = Effect.fn("Invites.accept")(
          (command: TeamCommand, inviteId: string, receipt?: ReceiptRequest<AccountId>) =>
            receipts.once(
              command.tenant,
              receipt,
              Effect.gen(function* () {
                const id = yield* inviteIdOf(inviteId)
                const found = yield* store.invitation(id, command.signedIn.member.email, inviteLifetime)
                if (Option.isNone(found)) return yield* unknown
                const { member, tenant } = found.value
                // The audit log of that team names the invited member as the one who joined.
                const actor = { ...command.causation.actor, id: member.id, name: nameOf(member) }
                const accepted = yield* store.accept(tenant, { ...command.causation, actor }, id)
                return accepted ? tenant.accountId : yield* unknown
              })
            )
        )

        return Invites.of({ invite, addressOf, resend, accept })
      })
    )
}

const unknown = new NotFound({ entity: "member" })

const inviteIdOf = (id: string) => Effect.mapError(Effect.fromOption(parseId("member", id)), () => unknown)
