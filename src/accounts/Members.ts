import { Context, Effect, Layer, Option, Result } from "effect"
import type { Brand } from "../domain/Brand.ts"
import { cleared } from "../domain/cleared.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { type BrandId, type MemberId, parseId } from "../domain/Ids.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { Member } from "../domain/Member.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { BrandsScope } from "../domain/Principal.ts"
import {
  Forbidden,
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  type LastOwner,
  NotFound
} from "../domain/Problems.ts"
import type { SignedIn } from "../domain/Session.ts"
import { changeMember, type MemberChange, mayRemove } from "../domain/Team.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { BrandStore } from "./BrandStore.ts"
import { type BrandReachInput, brandReach } from "./brandReach.ts"
import { MemberStore } from "./MemberStore.ts"
import type { TeamCommand } from "./TeamCommand.ts"

/** The settings that members change for themselves; null clears one. */
export type ProfileChange = Partial<Pick<Member, "notifyEmail" | "notifyToast" | "notifyDesktop">> & {
  readonly displayName?: string | null | undefined
  readonly avatarUrl?: string | null | undefined
  readonly preferences?: JsonObject | null | undefined
}

/** A member with all brands of the account that they could be given, in both modes. */
export interface MemberBrands {
  readonly member: Member
  readonly available: ReadonlyArray<Brand>
}

type WriteProblem = IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** The members of a team, with their roles, profiles and brands. */
export class Members extends Context.Service<
  Members,
  {
    /** All members, including invited ones; with `brandId`, those who can see that brand, or none if the caller cannot. */
    list(scope: BrandsScope, brandId?: BrandId): Effect.Effect<ReadonlyArray<Member>, DatabaseUnavailable>

    change(
      command: TeamCommand,
      id: string,
      change: MemberChange,
      receipt?: ReceiptRequest<Member>
    ): Effect.Effect<Once<Member>, NotFound | Forbidden | LastOwner | WriteProblem>

    /** Removes a member and returns their id. Their sessions have ended on every node by the time of the response. */
    remove(
      command: TeamCommand,
      id: string,
      receipt?: ReceiptRequest<MemberId>
    ): Effect.Effect<Once<MemberId>, NotFound | Forbidden | LastOwner | WriteProblem>

    brandsOf(signedIn: SignedIn, id: string): Effect.Effect<MemberBrands, NotFound | DatabaseUnavailable>
    setBrands(
      command: TeamCommand,
      id: string,
      input: BrandReachInput,
      receipt?: ReceiptRequest<MemberBrands>
    ): Effect.Effect<Once<MemberBrands>, NotFound | InvalidInput | WriteProblem>

    /** Makes another active member an owner, and the caller an admin. */
    transferOwnership(
      command: TeamCommand,
      newOwnerId: string,
      receipt?: ReceiptRequest<void>
    ): Effect.Effect<Once<void>, NotFound | Forbidden | InvalidInput | WriteProblem>

    changeProfile(
      command: TeamCommand,
      change: ProfileChange,
      receipt?: ReceiptRequest<Member>
    ): Effect.Effect<Once<Member>, NotFound | WriteProblem>
  }
>()("trunkline/accounts/Members") {
  static readonly layer = Layer.effect(
    Members,
    Effect.gen(function* () {
      const store = yield* MemberStore
      const brands = yield* BrandStore
      const receipts = yield* Receipts
      const known = orNotFound("member")

      const list = Effect.fn("Members.list")(function* (scope: BrandsScope, brandId?: BrandId) {
        if (brandId === undefined) return yield* store.list(scope.tenant)
        if (!(scope.brands === "all" || scope.brands.has(brandId))) return []
        if ((yield* brands.existing(scope.tenant, [brandId])).length === 0) return []
        const everybody = yield* store.list(scope.tenant)
        return everybody.filter(({ allBrands, brandIds }) => allBrands || brandIds.includes(brandId))
      })

      const change = Effect.fn("Members.change")(
        (command: TeamCommand, id: string, change: MemberChange, receipt?: ReceiptRequest<Member>) =>
          receipts.once(
            command.tenant,
            receipt,
            Effect.flatMap(memberIdOf(id), (memberId) =>
              known(
                store.update(liveOf(command), command.causation, memberId, (member, team) =>
                  changeMember({ ...team, actor: command.signedIn.member.role }, member, change)
                )
              )
            )
          )
      )

      const remove = Effect.fn("Members.remove")(
        (command: TeamCommand, id: string, receipt?: ReceiptRequest<MemberId>) =>
          receipts.once(
            command.tenant,
            receipt,
            Effect.gen(function* () {
              const memberId = yield* memberIdOf(id)
              const removed = yield* store.remove(liveOf(command), command.causation, memberId, (member, team) =>
                mayRemove({ ...team, actor: command.signedIn.member.role }, member)
              )
              return removed ? memberId : yield* new NotFound({ entity: "member" })
            })
          )
      )

      const availableTo = ({ tenants }: SignedIn) =>
        Effect.map(
          Effect.forEach([tenants.live, tenants.test], (tenant) => brands.list({ tenant, brands: "all" })),
          (lists) => lists.flat()
        )

      const brandsOf = Effect.fn("Members.brandsOf")(function* (signedIn: SignedIn, id: string) {
        const member = yield* known(store.find(signedIn.tenants.live, yield* memberIdOf(id)))
        return { member, available: yield* availableTo(signedIn) }
      })

      const setBrands = Effect.fn("Members.setBrands")(
        (command: TeamCommand, id: string, input: BrandReachInput, receipt?: ReceiptRequest<MemberBrands>) =>
          receipts.once(
            command.tenant,
            receipt,
            Effect.gen(function* () {
              const memberId = yield* memberIdOf(id)
              const available = yield* availableTo(command.signedIn)
              const theirs = new Set(available.map((brand) => brand.id))
              const reach = yield* brandReach(
                input,
                (ids) => Effect.succeed(ids.filter((id) => theirs.has(id))),
                "account"
              )
              const member = yield* known(
                store.update(liveOf(command), command.causation, memberId, (member) =>
                  member.role === "agent" || reach.allBrands
                    ? Result.succeed({ ...member, ...reach })
                    : Result.fail(
                        InvalidInput.of(
                          "allBrands",
                          "not_allowed",
                          "must be true: owners and admins can access all brands"
                        )
                      )
                )
              )
              return { member, available }
            })
          )
      )

      const transferOwnership = Effect.fn("Members.transferOwnership")(
        (command: TeamCommand, newOwnerId: string, receipt?: ReceiptRequest<void>) => {
          const { member: caller } = command.signedIn
          const unknown = InvalidInput.of(
            "newOwnerId",
            "unknown_id",
            "is not another active member of this organization"
          )
          return receipts.once(
            command.tenant,
            receipt,
            Effect.gen(function* () {
              const heir = Option.getOrUndefined(parseId("member", newOwnerId))
              if (heir === undefined || heir === caller.id) return yield* unknown
              const made = yield* store.update(liveOf(command), command.causation, heir, (member) =>
                member.status === "active"
                  ? Result.succeed<Member>({ ...member, role: "owner", allBrands: true, brandIds: [] })
                  : Result.fail(unknown)
              )
              if (Option.isNone(made)) return yield* unknown
              yield* known(
                store.update(liveOf(command), command.causation, caller.id, (member) =>
                  member.role === "owner"
                    ? Result.succeed<Member>({ ...member, role: "admin" })
                    : Result.fail(new Forbidden({ required: "owner" }))
                )
              )
            })
          )
        }
      )

      const changeProfile = Effect.fn("Members.changeProfile")(
        (
          command: TeamCommand,
          { avatarUrl, displayName, preferences, ...flags }: ProfileChange,
          receipt?: ReceiptRequest<Member>
        ) =>
          receipts.once(
            command.tenant,
            receipt,
            known(
              store.update(liveOf(command), command.causation, command.signedIn.member.id, (member) =>
                Result.succeed<Member>({
                  ...member,
                  ...flags,
                  displayName: cleared(displayName, member.displayName),
                  avatarUrl: cleared(avatarUrl, member.avatarUrl),
                  preferences: cleared(preferences, member.preferences)
                })
              )
            )
          )
      )

      return Members.of({ list, change, remove, brandsOf, setBrands, transferOwnership, changeProfile })
    })
  )
}

const liveOf = ({ signedIn }: TeamCommand) => signedIn.tenants.live

const memberIdOf = (id: string) => orNotFound("member")(Effect.succeed(parseId("member", id)))
