import { Context, type Duration, type Effect, type Option, type Result } from "effect"
import type { Account } from "../domain/Account.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { MemberId } from "../domain/Ids.ts"
import type { Member } from "../domain/Member.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"
import type { AlreadyExists } from "../domain/Problems.ts"
import type { Team } from "../domain/Team.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** An invitation on its way: the SHA-256 of the link's token, never the token, and the mail that carries the link. */
export interface InviteLink {
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
  readonly mail: OutgoingMail
}

/** A team that somebody belongs to, with the tenant whose audit log tells of it: its live one. */
export interface Membership {
  readonly member: Member
  readonly account: Account
  readonly tenant: Tenant
}

/**
 * Where the members of teams are kept. Writes join the caller's transaction and take the account's live tenant, because
 * a team has no mode. Those that change a team queue for its account, so that each sees what the one before it did.
 */
export class MemberStore extends Context.Service<
  MemberStore,
  {
    /** Everybody of the tenant's account, oldest first. */
    list(tenant: Tenant): Effect.Effect<ReadonlyArray<Member>, DatabaseUnavailable>
    /** How many they are. */
    count(tenant: Tenant): Effect.Effect<number, DatabaseUnavailable>
    find(tenant: Tenant, id: MemberId): Effect.Effect<Option.Option<Member>, DatabaseUnavailable>
    /** What an address is an active member of, by the accounts' names. */
    memberships(email: string): Effect.Effect<ReadonlyArray<Membership>, DatabaseUnavailable>
    /** A pending invitation of this address that was sent within `lifetime`, whatever account it is from. */
    invitation(
      id: MemberId,
      email: string,
      lifetime: Duration.Duration
    ): Effect.Effect<Option.Option<Membership>, DatabaseUnavailable>

    /** Stores a pending member with the link and its mail. */
    invite(
      tenant: Tenant,
      causation: Causation,
      member: Member,
      link: InviteLink
    ): Effect.Effect<Member, AlreadyExists | DatabaseUnavailable>
    /** Puts a new link in the place of a pending member's older one, if `check` agrees. */
    resend<E>(
      tenant: Tenant,
      causation: Causation,
      id: MemberId,
      check: (member: Member) => Result.Result<InviteLink, E>
    ): Effect.Effect<Option.Option<Member>, E | DatabaseUnavailable>
    /** Makes a pending member active and uses the link up; false when there is no such pending member any more. */
    accept(tenant: Tenant, causation: Causation, id: MemberId): Effect.Effect<boolean, DatabaseUnavailable>

    /** Applies `change` to a member; an unchanged one is not written. */
    update<E>(
      tenant: Tenant,
      causation: Causation,
      id: MemberId,
      change: (member: Member, team: Pick<Team, "activeOwners">) => Result.Result<Member, E>
    ): Effect.Effect<Option.Option<Member>, E | DatabaseUnavailable>
    /** Removes a member if `check` agrees, with sessions and links; tells whether there was such a member. */
    remove<E>(
      tenant: Tenant,
      causation: Causation,
      id: MemberId,
      check: (member: Member, team: Pick<Team, "activeOwners">) => Result.Result<unknown, E>
    ): Effect.Effect<boolean, E | DatabaseUnavailable>
  }
>()("trunkline/accounts/MemberStore") {}
