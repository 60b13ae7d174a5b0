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

/** The link of an invitation: the SHA-256 of its token, never the token, and the mail that carries the link. */
export interface InviteLink {
  readonly hash: Uint8Array
  readonly lifetime: Duration.Duration
  readonly mail: OutgoingMail
}

/** A person's membership in a team, with the team's live tenant, whose audit log records changes. */
export interface Membership {
  readonly member: Member
  readonly account: Account
  readonly tenant: Tenant
}

/**
 * Stores the members of teams. Writes join the caller's transaction and take the account's live tenant, because a team has
 * no mode. Changes of a team are serialized per account, so that each sees the result of the one before it.
 */
export class MemberStore extends Context.Service<
  MemberStore,
  {
    /** All members of the tenant's account, oldest first. */
    list(tenant: Tenant): Effect.Effect<ReadonlyArray<Member>, DatabaseUnavailable>
    /** Number of these members. */
    count(tenant: Tenant): Effect.Effect<number, DatabaseUnavailable>
    find(tenant: Tenant, id: MemberId): Effect.Effect<Option.Option<Member>, DatabaseUnavailable>
    /** The active memberships of an address, ordered by account name. */
    memberships(email: string): Effect.Effect<ReadonlyArray<Membership>, DatabaseUnavailable>
    /** A pending invitation to this address from any account, if it was sent within `lifetime`. */
    invitation(
      id: MemberId,
      email: string,
      lifetime: Duration.Duration
    ): Effect.Effect<Option.Option<Membership>, DatabaseUnavailable>

    /** Stores a pending member with the link and queues its mail. */
    invite(
      tenant: Tenant,
      causation: Causation,
      member: Member,
      link: InviteLink
    ): Effect.Effect<Member, AlreadyExists | DatabaseUnavailable>
    /** Replaces a member's link with the one that `check` returns. */
    resend<E>(
      tenant: Tenant,
      causation: Causation,
      id: MemberId,
      check: (member: Member) => Result.Result<InviteLink, E>
    ): Effect.Effect<Option.Option<Member>, E | DatabaseUnavailable>
    /** Activates a pending member and consumes the link. Returns false if there is no such pending member any more. */
    accept(tenant: Tenant, causation: Causation, id: MemberId): Effect.Effect<boolean, DatabaseUnavailable>

    /** Applies `change` to a member. An unchanged one is not written. */
    update<E>(
      tenant: Tenant,
      causation: Causation,
      id: MemberId,
      change: (member: Member, team: Pick<Team, "activeOwners">) => Result.Result<Member, E>
    ): Effect.Effect<Option.Option<Member>, E | DatabaseUnavailable>
    /** Removes a member, with sessions and links, if `check` succeeds. Returns whether there was such a member. */
    remove<E>(
      tenant: Tenant,
      causation: Causation,
      id: MemberId,
      check: (member: Member, team: Pick<Team, "activeOwners">) => Result.Result<unknown, E>
    ): Effect.Effect<boolean, E | DatabaseUnavailable>
  }
>()("trunkline/accounts/MemberStore") {}
